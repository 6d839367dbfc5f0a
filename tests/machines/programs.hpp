// Formulas for the self test: one for each operation, and some indices.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "inputs.hpp"
#include "program.hpp"

namespace self_test {

using partwise::Instructions;
using partwise::Member;
using partwise::Operation;
using partwise::Program;
using Named = std::pair<std::string, Program>;

inline partwise::Instruction of(Member which) {
  return {Operation::member, static_cast<std::uint16_t>(which), 0};
}

// f(N11, N10) for each function of one or two numbers.
inline std::vector<Named> operation_programs() {
  std::vector<Named> programs;
  const auto first = static_cast<std::size_t>(Operation::add);
  for (std::size_t i = first; i < partwise::operation_names.size(); ++i)
    programs.emplace_back(
        std::string(partwise::operation_names[i]),
        Program({of(Member::n11), of(Member::n10), {static_cast<Operation>(i), 0, 1}}, {},
                {}));
  return programs;
}

inline std::vector<Named> score_programs() {
  using enum Operation;
  const Instructions counts{of(Member::n11), of(Member::n10), of(Member::n01),
                            of(Member::n00)};
  const auto after = [](Instructions steps, const Instructions& more) {
    steps.insert(steps.end(), more.begin(), more.end());
    return steps;
  };
  const partwise::Enclosed half{{0.5, 0.0}, 0.0};
  return {
      // N11 / (N11 + N10 + N01), the Jaccard index
      {"jaccard", Program(after(counts, {{add, 0, 1}, {add, 4, 2}, {divide, 0, 5}}), {}, {})},
      // (N11 N00 - N10 N01) / sqrt((N11 + N10)(N11 + N01)), a part of correlations
      {"cross_by_root", Program(after(counts, {{multiply, 0, 3}, {multiply, 1, 2}, {subtract, 4, 5},
                                               {add, 0, 1}, {add, 0, 2}, {multiply, 7, 8},
                                               {square_root, 9, 9}, {divide, 6, 10}}),
                                {}, {})},
      // M / ((H(A) + H(B)) / 2), normalized mutual information
      {"nmi", Program({of(Member::mutual_information), of(Member::entropy_a),
                       of(Member::entropy_b), {constant, 0, 0}, {add, 1, 2}, {multiply, 4, 3},
                       {divide, 0, 5}},
                      {}, {half})},
      // (M - E M) / ((H(A) + H(B)) / 2 - E M), adjusted mutual information
      {"ami", Program({of(Member::mutual_information), of(Member::entropy_a),
                       of(Member::entropy_b), {constant, 0, 0}, {add, 1, 2}, {multiply, 4, 3},
                       of(Member::expected_mutual_information), {subtract, 0, 6},
                       {subtract, 5, 6}, {divide, 7, 8}},
                      {}, {half})},
      // sum of n_ij^2 / (a_i b_j)
      {"sum_over_cells",
       Program({{sum, 0, 0}},
               {{{cell, 0, 0}, {row, 0, 0}, {column, 0, 0}, {multiply, 0, 0}, {multiply, 1, 2},
                 {divide, 3, 4}}},
               {})},
      // the largest sum of n_ij over different rows and columns
      {"matched", Program({{matched, 0, 0}}, {{{cell, 0, 0}}}, {})},
  };
}

// Values, low parts and errors, also at the edges: zero, negative, huge, equal to each other.
inline Digest digest_of_bounds(const Program& program) {
  Generator random(12);
  Digest digest;
  for (int i = 0; i < 3000; ++i) {
    partwise::Vocabulary table;
    for (const Member which : {Member::n11, Member::n10}) {
      const double sign = i % 7 == 0 ? -1.0 : 1.0;
      const double high = i % 11 == 0 ? 0.0 : sign * static_cast<double>(random.whole(53));
      const double scale = i % 5 == 0 ? 0x1p-40 : 1.0;
      table[which].value = {high * scale, i % 3 == 0 ? high * scale * 0x1p-60 : 0.0};
      table[which].error = i % 3 == 0 ? std::abs(high * scale) * 0x1p-95 : 0.0;
    }
    if (i % 13 == 0) table[Member::n10] = table[Member::n11];
    const partwise::Enclosed result = program.enclosed(table);
    digest.add(result.value.hi);
    digest.add(result.value.lo);
    digest.add(result.error);
    digest.add(partwise::decided(result));
  }
  return digest;
}

// The same for many tables at once, in vector instructions where there are some.
inline Digest digest_of_values(const Program& program, std::size_t threads) {
  Generator random(13);
  std::vector<double> n11, n10, result(5000);
  for (std::size_t i = 0; i < result.size(); ++i) {
    n11.push_back(static_cast<double>(random.whole(i % 2 == 0 ? 20 : 60) - 1));
    n10.push_back(i % 17 == 0 ? n11.back() : static_cast<double>(random.whole(40)));
  }
  std::array<Program::Column, partwise::member_count> columns;
  columns[static_cast<std::size_t>(Member::n11)] = {n11, {}};
  columns[static_cast<std::size_t>(Member::n10)] = {n10, {}};
  program.values(columns, result, threads);
  Digest digest;
  digest.add_all(result);
  return digest;
}

}  // namespace self_test
