// How search ranks what it finds: index entries (full names, synonyms) and titles first, then pages by how many of the
// words they have, rare words counting more. PAGES, written above by sources.py, has a weight and a description for
// each page; what changed and why (changelog, decisions) comes last. Sphinx reads this file after searchtools.js.
var Scorer = {
  objNameMatch: 30,
  objPartialMatch: -20, // "ari" is no part of "comparison"
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 80,
  partialTitle: 20,
  term: 20,
  partialTerm: 4,
  score: ([page, title, anchor, descr, score]) => score * ((PAGES[page] ?? PAGES[page.split("/")[0]])?.weight ?? 1),
};

// These words fit every page, so they tell none from another.
const FITS_EVERY_PAGE = new Set(["python", "partwis", "librari", "packag"]);
const IN_TITLE = 1.25; // headings and synonyms have 1, the text has ¼
const IN_FULL = 1.5; // "Rand index" was typed in full, "adjusted Rand index" was not

// Sphinx finds pages with all words, and ranks them by the best of them. Here every word counts: in headings and synonyms
// four times as much as in the text, in the title and in synonyms that were typed in full even more, rare words more than
// common ones. Pages with half of the words of a question are found.
const searchOneWord = Search.performTermsSearch;
Search.performTermsSearch = (typed, excluded) => {
  const telling = [...typed].filter((word) => !FITS_EVERY_PAGE.has(word));
  const words = telling.length ? new Set(telling) : typed;
  const weights = weightsOfNames(words);
  const pages = Search._index.docnames.length;
  const found = new Map();
  let all = 0;
  for (const word of words) {
    const results = [...searchOneWord(new Set([word]), excluded), ...pagesWithSynonym(word)];
    const best = new Map(results.map((result) => [result[0], result])); // a synonym before the text
    if (!best.size) continue;
    const rarity = Math.log(1 + pages / best.size);
    all += rarity;
    for (const result of best.values()) {
      const page = found.get(result[0]) ?? { result, count: 0, score: 0 };
      const weight = weights.get(result[0])?.get(word) ?? result[4] / Scorer.title;
      page.count += 1;
      page.score += rarity * weight;
      found.set(result[0], page);
    }
  }
  return [...found.values()]
    .filter(({ count }) => 2 * count >= words.size)
    .map(({ result, score }) => [...result.slice(0, 4), (90 * score) / (IN_FULL * all), ...result.slice(5)]);
};

// By page, the words of its title, and of synonyms of which all words were typed.
const weightsOfNames = (words) => {
  const { docnames, indexentries, titles } = Search._index;
  const stemmer = new Stemmer();
  const stems = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).map((part) => stemmer.stemWord(part)).filter(Boolean);
  const found = new Map(docnames.map((name, file) => [name, new Map(stems(titles[file]).map((word) => [word, IN_TITLE]))]));
  for (const [entry, places] of Object.entries(indexentries)) {
    const synonym = stems(entry);
    if (!synonym.every((word) => words.has(word) || stopwords.has(word))) continue;
    for (const [file] of places) for (const word of synonym) found.get(docnames[file]).set(word, IN_FULL);
  }
  return found;
};

const pagesWithSynonym = (word) => {
  const { docnames, filenames, indexentries, titles } = Search._index;
  const fits = (part) => (word.length > 2 ? part.startsWith(word) : part === word); // the c of "c-means" starts no "cut"
  const has = (entry) => entry.toLowerCase().split(/[^\p{L}\p{N}_]+/u).some(fits);
  const places = Object.entries(indexentries).flatMap(([entry, found]) => (has(entry) ? found : []));
  const files = [...new Set(places.map(([file]) => file))];
  return files.map((file) => [docnames[file], titles[file], "", null, Scorer.title, filenames[file], "text"]);
};

// A page is shown once, with what it is about; its sections and objects are shown beside it.
const findAll = Search._performSearch;
Search._performSearch = (...query) => {
  const seen = new Set();
  const results = findAll(...query).reverse().filter((result) => {
    if (result[6] === SearchResultKind.index) result[2] = "";
    const address = result[0] + result[2];
    return !seen.has(address) && seen.add(address) && result[4] > 0;
  });
  for (const result of results) if (!result[2]) result[3] ??= PAGES[result[0]]?.description ?? null;
  return results.reverse();
};
