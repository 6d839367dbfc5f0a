// The quiz walks a tree that quiz.py has worked out: nodes are [question, after a, after b, after
// neither or skip], or [result] where the questions end.
(() => {
  const place = document.getElementById("quiz");
  const data = JSON.parse(document.getElementById("quiz-data").textContent);
  let path = [0];

  const add = (parent, tag, text = "", more = {}) => {
    const element = Object.assign(document.createElement(tag), { textContent: text }, more);
    parent.append(element);
    return element;
  };
  const go = (nodes) => {
    path = nodes;
    show();
    place.querySelector("h2").focus();
  };
  const drawing = (parent, question, side) => {
    add(parent, "span", "", { className: "drawing", innerHTML: data.questions[question][side] });
  };
  const controls = () => {
    const row = add(place, "p", "", { className: "controls" });
    if (path.length > 1) {
      add(row, "button", "Back", { type: "button", onclick: () => go(path.slice(0, -1)) });
      add(row, "button", "Start again", { type: "button", onclick: () => go([0]) });
    }
    return row;
  };

  const ask = ([question, ...ways]) => {
    heading(`Question ${path.length}: which candidate is closer to the reference?`);
    add(place, "p", "Reference", { className: "side" });
    drawing(place, question, "reference");
    const candidates = add(place, "div", "", { className: "candidates" });
    ["a", "b"].forEach((side, way) => {
      const button = add(candidates, "button", "", {
        type: "button", className: "candidate", onclick: () => go([...path, ways[way]]),
      });
      button.dataset.answer = side;
      add(button, "span", `Candidate ${side.toUpperCase()} is closer`, { className: "side" });
      drawing(button, question, side);
    });
    const row = controls();
    [["skip", "I can’t tell"], ["neither", "Both are equally good"]].forEach(([answer, words]) => {
      const button = add(row, "button", words, {
        type: "button", onclick: () => go([...path, ways[2]]),
      });
      button.dataset.answer = answer;
      row.prepend(button);
    });
    add(place, "p", "Shapes and colours show the clusters of the reference; outlines show the clusters of each clustering.", {
      className: "hint",
    });
  };

  const links = (keys, folder, names) => {
    const list = add(place, "ul", "", { className: folder });
    keys.forEach((key) => {
      const link = add(add(list, "li"), "a", names[key], { href: `${folder}/${key}.html` });
      link.dataset.key = key;
    });
  };
  const tell = ([number]) => {
    const { indices, shared, lacking } = data.results[number];
    const ruledOut = Object.keys(data.names).length - indices.length;
    heading(ruledOut ? `Use ${data.names[indices[0]]}` : "No index is ruled out");
    const one = indices.length === 1;
    const agree = one ? "It is the only index that agrees with all your preferences:" : "These indices agree with all your preferences:";
    add(place, "p", ruledOut ? agree : "You did not prefer any candidate.");
    links(indices, "indices", data.names);
    [
      [shared, `Properties that ${one ? "it has" : "they share"} and some others lack:`],
      [lacking, `Properties that ${one ? "it lacks" : "all of them lack"} and some others have:`],
    ].filter(([keys]) => keys.length).forEach(([keys, words]) => {
      add(place, "p", words);
      links(keys, "properties", data.titles);
    });
    controls();
  };

  const heading = (text) => add(place, "h2", text, { tabIndex: -1 });
  const show = () => {
    const node = data.nodes[path.at(-1)];
    place.replaceChildren();
    (node.length > 1 ? ask : tell)(node);
  };
  show();
})();
