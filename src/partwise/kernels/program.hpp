// A formula as a list of instructions, which runs on numbers with proved bounds of their errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "vocabulary.hpp"

namespace partwise {

// What an instruction does with the results of earlier ones, which its operands a and b number.
enum class Operation : std::uint8_t {
  constant,  // number a of the constants
  member,    // member a of the vocabulary
  cell,      // in terms only: n_ij, a_i, b_j; and a result of the main list
  row,
  column,
  outer,
  sum,  // of terms a, over the cells
  add,
  subtract,
  multiply,
  divide,
  square_root,
  logarithm,
  exponential,
  absolute,
  minimum,
  maximum,
  angle,             // with cosine a and squared sine b
  one_minus_cosine,  // of the same
};

struct Instruction {
  Operation operation;
  std::uint16_t a = 0;
  std::uint16_t b = 0;
};

using Instructions = std::vector<Instruction>;  // the last one gives the result

// The value rounded once if that is certainly within one unit in the last place, else NaN.
double decided(const Enclosed& result);

class Program {
 public:
  // Throws std::invalid_argument if an instruction asks for what is not there.
  Program(Instructions main, std::vector<Instructions> terms, std::vector<Enclosed> constants);

  // A bit for each member, and `needs_cells`. Only these are read.
  std::uint32_t needs() const { return needs_; }

  // The value with its error; the error is not finite where the formula has no value, or where that
  // cannot be decided with these digits.
  Enclosed enclosed(const Vocabulary& table) const;

  // NaN where the value is not decided.
  double operator()(const Vocabulary& table) const { return decided(enclosed(table)); }

 private:
  Instructions main_;
  std::vector<Instructions> terms_;
  std::vector<Enclosed> constants_;
  std::uint32_t needs_ = 0;
};

}  // namespace partwise
