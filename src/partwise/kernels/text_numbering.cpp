#include "text_numbering.hpp"

#include <cstring>

#include "parallel.hpp"

namespace partwise {
namespace {

template <class Word>
std::uint64_t word_at(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof(Word));
  return word;
}

std::uint64_t folded(std::uint64_t x) {
  x *= 0x9e3779b97f4a7c15U;
  return x ^ (x >> 32);
}

// Two sums side by side, for each multiplication has to wait for the one before. Words may overlap.
std::uint64_t hash_of(std::string_view text) {
  const char *at = text.data(), *const end = at + text.size();
  std::uint64_t one = text.size(), other = 0;
  if (text.size() < 4) {
    for (; at != end; ++at) other = other << 8 | static_cast<unsigned char>(*at);
  } else if (text.size() < 8) {
    other = word_at<std::uint32_t>(at) << 32 | word_at<std::uint32_t>(end - 4);
  } else {
    for (; end - at > 16; at += 16) {
      one = folded(one ^ word_at<std::uint64_t>(at));
      other = folded(other ^ word_at<std::uint64_t>(at + 8));
    }
    one = folded(one ^ word_at<std::uint64_t>(end - at > 8 ? at : end - 8));
    other ^= word_at<std::uint64_t>(end - 8);
  }
  return folded(folded(one) ^ folded(other));
}

template <class Texts>
void number_part(const Texts& texts, std::size_t start, std::size_t stop, AppearanceTable& table,
                 Buffer<std::int64_t>& codes) {
  for (std::size_t i = start; i < stop; ++i) {
    if (texts.is_missing(i)) {
      codes[i] = -1;
      continue;
    }
    const std::string_view text = texts[i];
    codes[i] = table.number(hash_of(text), i, [&](std::int64_t j) {
      return text == texts[static_cast<std::size_t>(j)];
    });
  }
}

// Each thread numbers the texts of its part; then those of all parts get their numbers in turn.
template <class Texts>
Appearance factorized(const Texts& texts, std::size_t threads) {
  std::vector<AppearanceTable> tables(threads);
  Buffer<std::int64_t> codes(texts.size);
  on_threads(threads, [&](std::size_t t) {
    number_part(texts, part_start(texts.size, threads, t), part_start(texts.size, threads, t + 1),
                tables[t], codes);
  });
  std::vector<std::vector<std::int64_t>> numbers(threads);
  for (std::size_t t = 1; t < threads; ++t)
    for (std::size_t i = 0; i < tables[t].first().size(); ++i) {
      const auto position = static_cast<std::size_t>(tables[t].first()[i]);
      numbers[t].push_back(
          tables[0].number(tables[t].hashes()[i], position, [&](std::int64_t j) {
            return texts[position] == texts[static_cast<std::size_t>(j)];
          }));
    }
  on_threads(threads, [&](std::size_t t) {
    if (t == 0) return;
    const std::size_t stop = part_start(texts.size, threads, t + 1);
    for (std::size_t i = part_start(texts.size, threads, t); i < stop; ++i)
      if (codes[i] >= 0) codes[i] = numbers[t][static_cast<std::size_t>(codes[i])];
  });
  return {std::move(codes), std::move(tables[0].first())};
}

}  // namespace

Appearance factorize_texts(const FixedTexts& texts, std::size_t threads) {
  return factorized(texts, threads);
}

Appearance factorize_texts(const ArrowTexts<std::int32_t>& texts, std::size_t threads) {
  return factorized(texts, threads);
}

Appearance factorize_texts(const ArrowTexts<std::int64_t>& texts, std::size_t threads) {
  return factorized(texts, threads);
}

}  // namespace partwise
