// What formulas see of one table, as numbers with bounds of their errors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "double_double.hpp"

namespace partwise {

// The true number is at most `error` away from `value`. An error of 0 says more: the number is
// whole and below 2^104, so that sums and products of such numbers are exact again.
struct Enclosed {
  DoubleDouble value;
  double error = 0.0;
};

enum class Member : std::uint8_t {
  n,
  k_a,
  k_b,
  n11,
  n10,
  n01,
  n00,
  row_maxima,
  column_maxima,
  same_clusters,
  size_overlap,
  n11_variance,
  linked_pairs,
  entropy_a,
  entropy_b,
  entropy_joint,
  mutual_information,
  expected_mutual_information,
  sd_mutual_information,
  arrangement_information,
  log_table_count,
};

constexpr std::size_t member_count = 21;
constexpr std::array<std::string_view, member_count> member_names = {
    "n",
    "k_a",
    "k_b",
    "n11",
    "n10",
    "n01",
    "n00",
    "row_maxima",
    "column_maxima",
    "same_clusters",
    "size_overlap",
    "n11_variance",
    "linked_pairs",
    "entropy_a",
    "entropy_b",
    "entropy_joint",
    "mutual_information",
    "expected_mutual_information",
    "sd_mutual_information",
    "arrangement_information",
    "log_table_count",
};
constexpr std::uint32_t needs_cells = std::uint32_t{1} << 31;
constexpr std::uint32_t needs_places = std::uint32_t{1} << 30;

constexpr std::uint32_t bit(Member member) {
  return std::uint32_t{1} << static_cast<std::uint8_t>(member);
}

struct Vocabulary {
  std::array<Enclosed, member_count> scalars{};

  // The non-zero cells n_ij, and for each of them a_i and b_j.
  std::span<const double> cells;
  std::span<const double> rows;
  std::span<const double> columns;
  std::span<const double> times;  // how often each of these cells occurs; once, if empty

  // i and j of each cell, if they are known.
  std::span<const std::int32_t> row_numbers;
  std::span<const std::int32_t> column_numbers;

  Enclosed& operator[](Member member) { return scalars[static_cast<std::size_t>(member)]; }
  const Enclosed& operator[](Member member) const {
    return scalars[static_cast<std::size_t>(member)];
  }
};

}  // namespace partwise
