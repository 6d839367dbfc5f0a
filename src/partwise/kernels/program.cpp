#include "program.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "buffer.hpp"
#include "enclosed.hpp"
#include "lanes.hpp"
#include "matched_sum.hpp"
#include "parallel.hpp"
#include "quick_values.hpp"

namespace partwise {

namespace {

// arctan(k / s) in steps: arctan((k + 1) / s) - arctan(k / s) = arctan(s / (s² + k (k + 1))).
std::array<DoubleDouble, known_angles> angles_in_order() {
  std::array<DoubleDouble, known_angles> result{};
  constexpr double s = arctangent_steps;
  DoubleDouble arctangent{};
  for (int k = 0; k <= arctangent_steps; ++k) {
    const DoubleDouble half{pi.hi * 0.5, pi.lo * 0.5};
    result[k] = arctangent;
    result[2 * arctangent_steps - k] = half - arctangent;
    result[2 * arctangent_steps + k] = half + arctangent;
    result[4 * arctangent_steps - k] = pi - arctangent;
    const DoubleDouble z = DoubleDouble{s, 0.0} / (s * s + k * (k + 1.0));
    const DoubleDouble square = z * z;
    DoubleDouble series{};
    for (int i = 11; i >= 1; i -= 2) series = DoubleDouble{1.0, 0.0} / i - series * square;
    arctangent = arctangent + series * z;
  }
  return result;
}

}  // namespace

const std::array<DoubleDouble, known_angles> angles = angles_in_order();

Enclosed logarithm(Enclosed a) {
  namespace is = enclosed_limits;
  const auto [hi, lo] = a.value;
  const double least = hi / is::room - a.error;
  if (!(least > 0.0 && hi > 1e-290 && hi < 1e290)) return {{hi, lo}, is::unknown};
  if (hi == 1.0 && lo == 0.0 && a.error == 0.0) return {};
  const DoubleDouble value = log_double_double(hi) + DoubleDouble{lo / hi, 0.0};
  return {value, (a.error / least + (1.0 + std::abs(value.hi)) * is::of_logarithm) * is::room};
}

Enclosed exponential(Enclosed a) {
  namespace is = enclosed_limits;
  const auto [hi, lo] = a.value;
  if (!(std::abs(hi) < 600.0 && a.error < 0.5)) return {{hi, lo}, is::unknown};
  if (hi == 0.0 && a.error == 0.0) return {{1.0, 0.0}, 0.0};
  const DoubleDouble more = two_sum(1.0, lo);
  const DoubleDouble value = exp_double_double(hi) * more;
  return {value, value.hi * (2.0 * a.error + is::of_exponential) * is::room};
}

namespace {

constexpr std::size_t lanes_at_once = QuickValues::lanes_at_once;

constexpr double no_reach = enclosed_limits::unknown;

// Results of an instruction, for several tables or cells at once: as arrays of their parts. None is
// larger than `reach`, if all are doubles without error; else that is infinite.
struct Lanes {
  double* hi;
  double* lo;
  double* error;
  double* reach;

  Enclosed operator[](std::size_t i) const { return {{hi[i], lo[i]}, error[i]}; }
  void set(std::size_t i, Enclosed x) const {
    hi[i] = x.value.hi;
    lo[i] = x.value.lo;
    error[i] = x.error;
  }
};

class Registers {
 public:
  Registers(std::size_t count, std::size_t lanes)
      : lanes_(lanes), parts_(3 * count * lanes), reaches_(count, no_reach) {}

  Lanes operator[](std::size_t i) {
    double* const start = parts_.data() + 3 * i * lanes_;
    return {start, start + lanes_, start + 2 * lanes_, reaches_.data() + i};
  }

 private:
  std::size_t lanes_;
  std::vector<double> parts_;
  std::vector<double> reaches_;
};

// In three loops, as the middle one, which looks up, has no vector instructions. Until the last one
// the result holds a known angle and its number.
inline void compute_angles(std::size_t lanes, Lanes cosine, Lanes sine, Lanes result) {
  for_lanes(lanes, [=](std::size_t i) {
    result.error[i] = nearest_angle(cosine.hi[i], sine.hi[i]);
  });
  for (std::size_t i = 0; i < lanes; ++i) {
    const DoubleDouble known = angles[static_cast<std::size_t>(result.error[i])];
    result.hi[i] = known.hi;
    result.lo[i] = known.lo;
  }
  for_lanes(lanes, [=](std::size_t i) {
    result.set(i, angle(cosine[i], sine[i], result.error[i], {result.hi[i], result.lo[i]}));
  });
}

inline void compute(Operation operation, std::size_t lanes, Lanes a, Lanes b, Lanes result) {
  const auto apply = [&](auto function) {
    *result.reach = no_reach;
    for_lanes(lanes, [&](std::size_t i) { result.set(i, function(a[i], b[i])); });
  };
  const auto apply_to_doubles = [&](double reach, auto function) {
    *result.reach = reach;
    for_lanes(lanes, [&](std::size_t i) {
      result.set(i, {function(a.hi[i], b.hi[i]), 0.0});
    });
  };
  const double sum = *a.reach + *b.reach, product = *a.reach * *b.reach;
  switch (operation) {
    case Operation::add:
      if (sum < enclosed_limits::exact_doubles)
        return apply_to_doubles(sum, [](double x, double y) { return DoubleDouble{x + y, 0.0}; });
      return apply([](Enclosed x, Enclosed y) { return x + y; });
    case Operation::subtract: return apply([](Enclosed x, Enclosed y) { return x - y; });
    case Operation::multiply:
      if (product < enclosed_limits::whole) return apply_to_doubles(no_reach, two_product);
      return apply([](Enclosed x, Enclosed y) { return x * y; });
    case Operation::divide: return apply([](Enclosed x, Enclosed y) { return x / y; });
    case Operation::minimum: return apply([](Enclosed x, Enclosed y) { return minimum(x, y); });
    case Operation::maximum: return apply([](Enclosed x, Enclosed y) { return maximum(x, y); });
    case Operation::absolute: return apply([](Enclosed x, Enclosed) { return absolute(x); });
    case Operation::square_root: return apply([](Enclosed x, Enclosed) { return square_root(x); });
    case Operation::logarithm: return apply([](Enclosed x, Enclosed) { return logarithm(x); });
    case Operation::exponential: return apply([](Enclosed x, Enclosed) { return exponential(x); });
    case Operation::items: return apply([](Enclosed x, Enclosed) { return items_of(x); });
    case Operation::angle: return compute_angles(lanes, a, b, result);
    case Operation::one_minus_cosine:
      return apply([](Enclosed x, Enclosed y) { return one_minus_cosine(x, y); });
    default: return;
  }
}

using Compute = void (*)(Operation, std::size_t, Lanes, Lanes, Lanes);

#if defined(__GNUC__) && defined(__x86_64__)

// The same with instructions that multiply and add at once, without which std::fma is slow.
[[gnu::flatten, gnu::target("avx2,fma")]] void compute_with_fma(Operation operation,
                                                                std::size_t lanes, Lanes a,
                                                                Lanes b, Lanes result) {
  compute(operation, lanes, a, b, result);
}

const Compute compute_fast = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                                 ? compute_with_fma
                                 : compute;

#else

const Compute compute_fast = compute;

#endif

// At least the largest of whole numbers. With 2^52 added they differ in their last bits alone, if
// they are below; if not, the result is larger than 2^53, or NaN.
inline double reach_of(const double* values, std::size_t size) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < size; ++i) bits |= std::bit_cast<std::uint64_t>(values[i] + 0x1p52);
  return std::bit_cast<double>(bits) - 0x1p52;
}

inline void fill(Lanes result, std::size_t lanes, Enclosed x) {
  for (std::size_t i = 0; i < lanes; ++i) result.set(i, x);
}

inline void fill(Lanes result, std::span<const double> whole) {
  for (std::size_t i = 0; i < whole.size(); ++i) result.set(i, {{whole[i], 0.0}, 0.0});
}

// Calls visit(values, start, size) with the values of terms for cells from start on.
template <class Visit>
void for_cells(const Instructions& terms, std::span<const Enclosed> constants,
               const Vocabulary& table, Registers& outer, std::size_t lanes, Visit visit) {
  const std::size_t cells = table.cells.size();
  Registers registers(terms.size(), lanes);
  for (std::size_t start = 0; start < cells; start += lanes) {
    const std::size_t size = std::min(lanes, cells - start);
    const auto part = [&](std::span<const double> whole) { return whole.subspan(start, size); };
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto [operation, a, b] = terms[i];
      switch (operation) {
        case Operation::cell: fill(registers[i], part(table.cells)); break;
        case Operation::row: fill(registers[i], part(table.rows)); break;
        case Operation::column: fill(registers[i], part(table.columns)); break;
        case Operation::constant: fill(registers[i], size, constants[a]); break;
        case Operation::outer: fill(registers[i], size, outer[a][0]); break;
        default: compute_fast(operation, size, registers[a], registers[b], registers[i]);
      }
    }
    visit(registers[terms.size() - 1], start, size);
  }
}

Enclosed sum_over_cells(const Instructions& terms, std::span<const Enclosed> constants,
                        const Vocabulary& table, Registers& outer) {
  const std::size_t lanes = std::min(table.cells.size(), lanes_at_once);
  Registers sums(2, lanes);
  const Lanes times = sums[0], total = sums[1];
  for_cells(terms, constants, table, outer, lanes,
            [&](Lanes values, std::size_t start, std::size_t size) {
              if (!table.times.empty()) {
                fill(times, table.times.subspan(start, size));
                compute_fast(Operation::multiply, size, values, times, times);
              }
              const Lanes added = table.times.empty() ? values : times;
              compute_fast(Operation::add, size, added, total, total);
            });
  Enclosed result;
  for (std::size_t i = 0; i < lanes; ++i) result = result + total[i];
  return result;
}

Enclosed matched_sum(const Instructions& terms, std::span<const Enclosed> constants,
                     const Vocabulary& table, Registers& outer) {
  std::vector<Enclosed> weights(table.cells.size());
  const std::size_t lanes = std::min(table.cells.size(), lanes_at_once);
  for_cells(terms, constants, table, outer, lanes,
            [&](Lanes values, std::size_t start, std::size_t size) {
              for (std::size_t i = 0; i < size; ++i) weights[start + i] = values[i];
            });
  return matched_sum(weights, table.row_numbers, table.column_numbers);
}

// An error that is not 0 is never below `least`, on which the bounds rely.
Enclosed admitted(Enclosed x) {
  const bool is_whole = x.error == 0.0 && std::abs(x.value.hi) < enclosed_limits::whole &&
                        std::nearbyint(x.value.hi) == x.value.hi &&
                        std::nearbyint(x.value.lo) == x.value.lo;
  const double rounding = std::abs(x.value.hi) * enclosed_limits::rounding;
  return {x.value, is_whole ? 0.0 : std::max({x.error, rounding, enclosed_limits::least})};
}

bool is_function(Operation operation) { return operation >= Operation::add; }

bool is_over_cells(Operation operation) {
  return operation == Operation::sum || operation == Operation::matched;
}

void check(bool is_right) {
  if (!is_right) throw std::invalid_argument("an instruction asks for what is not there");
}

}  // namespace

Program::Program(Instructions main, std::vector<Instructions> terms,
                 std::vector<Enclosed> constants)
    : main_(std::move(main)), terms_(std::move(terms)), constants_(std::move(constants)) {
  std::transform(constants_.begin(), constants_.end(), constants_.begin(), admitted);
  const auto check_all = [&](const Instructions& instructions, bool is_main, std::size_t before) {
    check(!instructions.empty());
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const auto [operation, a, b] = instructions[i];
      if (is_function(operation))
        check(a < i && b < i);
      else if (operation == Operation::constant)
        check(a < constants_.size());
      else if (operation == Operation::member)
        check(is_main && a < member_count);
      else if (is_over_cells(operation))
        check(is_main && a < terms_.size());
      else if (operation == Operation::outer)
        check(!is_main && a < before);
      else
        check(!is_main);
      if (operation == Operation::member) needs_ |= bit(static_cast<Member>(a));
      if (operation == Operation::matched) needs_ |= needs_places;
    }
  };
  check_all(main_, true, 0);
  for (std::size_t i = 0; i < main_.size(); ++i)
    if (is_over_cells(main_[i].operation)) check_all(terms_[main_[i].a], false, i);
  if (!terms_.empty()) needs_ |= needs_cells;
}

Enclosed Program::enclosed(const Vocabulary& table) const {
  Registers registers(main_.size(), 1);
  for (std::size_t i = 0; i < main_.size(); ++i) {
    const auto [operation, a, b] = main_[i];
    if (operation == Operation::constant)
      registers[i].set(0, constants_[a]);
    else if (operation == Operation::member)
      registers[i].set(0, admitted(table.scalars[a]));
    else if (operation == Operation::sum)
      registers[i].set(0, sum_over_cells(terms_[a], constants_, table, registers));
    else if (operation == Operation::matched)
      registers[i].set(0, matched_sum(terms_[a], constants_, table, registers));
    else
      compute_fast(operation, 1, registers[a], registers[b], registers[i]);
  }
  return registers[main_.size() - 1][0];
}

namespace {

void load(const Program::Column& column, std::size_t start, std::size_t size, Lanes result) {
  const auto [high, low] = column;
  std::copy_n(high.data() + start, size, result.hi);
  if (!low.empty()) std::copy_n(low.data() + start, size, result.lo);
  *result.reach = low.empty() ? reach_of(result.hi, size) : no_reach;
  constexpr std::size_t at_once = 8;  // in a line of the cache
  const std::size_t end = std::min(start + 2 * size, high.size());
  for (std::size_t next = start + size; next < end; next += at_once) prefetch(&high[next]);
}

}  // namespace

void Program::values(const Columns& columns, std::span<double> result,
                     std::size_t threads) const {
  const std::size_t parts = (result.size() + lanes_at_once - 1) / lanes_at_once;
  threads = std::max<std::size_t>(threads, 1);
  on_threads(threads, [&](std::size_t t) {
    Registers registers(main_.size(), lanes_at_once);
    const Lanes last = registers[main_.size() - 1];
    for (std::size_t i = 0; i < main_.size(); ++i)
      if (main_[i].operation == Operation::constant)
        fill(registers[i], lanes_at_once, constants_[main_[i].a]);
    QuickValues quick(*this);
    bool is_quick = true;
    const std::size_t end = part_start(parts, threads, t + 1);
    for (std::size_t part = part_start(parts, threads, t); part < end; ++part) {
      const std::size_t start = part * lanes_at_once;
      const std::size_t size = std::min(lanes_at_once, result.size() - start);
      is_quick = is_quick && quick(columns, start, result.subspan(start, size));
      if (is_quick) continue;
      for (std::size_t i = 0; i < main_.size(); ++i) {
        const auto [operation, a, b] = main_[i];
        if (operation == Operation::member) {
          load(columns[a], start, size, registers[i]);
        } else if (operation != Operation::constant) {
          compute_fast(operation, size, registers[a], registers[b], registers[i]);
        }
      }
      double* const out = result.data() + start;
      for_lanes(size, [=](std::size_t i) { out[i] = decided(last[i]); });
    }
  });
}

}  // namespace partwise
