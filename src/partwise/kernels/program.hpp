// A formula as a list of instructions, which runs on numbers with proved bounds of their errors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "enclosed.hpp"
#include "vocabulary.hpp"

namespace partwise {

// What an instruction does with results of earlier ones, whose numbers its operands a and b are.
enum class Operation : std::uint8_t {
  constant,  // number a of the constants
  member,    // member a of the vocabulary
  cell,      // in terms only: n_ij, a_i, b_j; and result a of the main list
  row,
  column,
  outer,
  sum,      // of terms number a, over the cells
  matched,  // the same over cells of different rows and columns, for which it is largest
  add,
  subtract,
  multiply,
  divide,
  minimum,
  maximum,
  absolute,
  square_root,
  logarithm,
  exponential,
  items,             // among which there are a pairs
  angle,             // with cosine a and sine b
  one_minus_cosine,  // a, of which b is the squared sine
};

constexpr std::array<std::string_view, 21> operation_names = {
    "constant", "member",  "cell", "row",      "column",   "outer",  "sum",
    "matched",  "add",     "subtract", "multiply", "divide", "minimum", "maximum",
    "absolute", "sqrt",    "log",  "exp",      "items",    "angle",  "one_minus_cosine"};

struct Instruction {
  Operation operation;
  std::uint16_t a = 0;
  std::uint16_t b = 0;
};

using Instructions = std::vector<Instruction>;  // the last one gives the result

class Program {
 public:
  // Throws std::invalid_argument if an instruction asks for what is not there.
  Program(Instructions main, std::vector<Instructions> terms, std::vector<Enclosed> constants);

  const Instructions& main() const { return main_; }
  const std::vector<Instructions>& terms() const { return terms_; }
  const std::vector<Enclosed>& constants() const { return constants_; }

  // A bit for each member, `needs_cells` and `needs_places`. Only these are read.
  std::uint32_t needs() const { return needs_; }

  // The value with its error; the error is not finite where the formula has no value, or where that
  // cannot be decided with these digits.
  Enclosed enclosed(const Vocabulary& table) const;

  // NaN where the value is not decided.
  double operator()(const Vocabulary& table) const { return decided(enclosed(table)); }

  // The same for many tables of which all needed members are exact: columns[i] has the values of
  // member i, and what is left of them below 53 bits (nothing, if empty).
  struct Column {
    std::span<const double> high;
    std::span<const double> low;
  };
  using Columns = std::array<Column, member_count>;
  void values(const Columns& columns, std::span<double> result, std::size_t threads) const;

 private:
  Instructions main_;
  std::vector<Instructions> terms_;
  std::vector<Enclosed> constants_;
  std::uint32_t needs_ = 0;
};

}  // namespace partwise
