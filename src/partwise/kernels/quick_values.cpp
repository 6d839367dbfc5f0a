#include "quick_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "buffer.hpp"
#include "lanes.hpp"

namespace partwise {

namespace {

constexpr std::size_t lanes_at_once = QuickValues::lanes_at_once;

struct Halves {
  const double* hi;
  const double* lo;

  DoubleDouble operator[](std::size_t i) const { return {hi[i], lo[i]}; }
};

struct Results {
  double* hi;
  double* lo;

  void set(std::size_t i, DoubleDouble x) const {
    hi[i] = x.hi;
    lo[i] = x.lo;
  }
};

// Numbers without lower halves.
struct Upper {
  const double* hi;

  DoubleDouble operator[](std::size_t i) const { return {hi[i], 0.0}; }
};

constexpr double unbounded = enclosed_limits::unknown;
constexpr Known nothing{1.0, 0.0, unbounded};

// Numbers as small or as large as that have halves whose products neither vanish nor overflow.
bool is_bounded(const Known& x) {
  return x.relative < 0x1p-60 && x.smallest > 0x1p-400 && x.largest < 0x1p400;
}

Known after_sum(const Known& a, const Known& b, bool is_difference) {
  namespace is = enclosed_limits;
  const double largest = a.largest + b.largest;
  const bool is_positive = !is_difference && a.is_positive && b.is_positive;
  if (a.relative + b.relative == 0.0 && largest < is::whole)
    return {1.0, largest, 0.0, a.is_narrow && b.is_narrow && largest < is::exact_doubles,
            is_positive};
  if (!is_positive) return nothing;
  return {std::min(a.smallest, b.smallest), largest,
          std::max(a.relative, b.relative) * is::room + is::rounding};
}

Known after_product(const Known& a, const Known& b) {
  namespace is = enclosed_limits;
  const double largest = a.largest * b.largest;
  const bool is_positive = a.is_positive && b.is_positive;
  if (a.relative + b.relative == 0.0 && largest < is::whole)
    return {1.0, largest, 0.0, false, is_positive};
  const double relative = (a.relative + b.relative) * is::room + is::rounding;
  return {a.smallest * b.smallest, largest, relative, false, is_positive};
}

// Bounds of what follows from bounds. A relative error of a cosine or a sine turns the angle by no
// more than the product of both, which is at most the angle.
Known after(Operation operation, const Known& a, const Known& b) {
  namespace is = enclosed_limits;
  const double relative = (a.relative + b.relative) * is::room;
  const bool is_positive = a.is_positive && b.is_positive;
  switch (operation) {
    case Operation::add: return after_sum(a, b, false);
    case Operation::subtract: return after_sum(a, b, true);
    case Operation::multiply: return after_product(a, b);
    case Operation::divide:
      return {a.smallest / b.largest, a.largest / b.smallest, relative + is::rounding, false,
              is_positive};
    case Operation::square_root:
      return {std::sqrt(a.smallest), std::sqrt(a.largest), a.relative * is::room + is::rounding};
    case Operation::angle:
      if (!b.is_positive) return nothing;
      return {0.5 * b.smallest / (a.largest + b.largest), 4.0, 2.0 * relative + is::of_angle};
    case Operation::one_minus_cosine:
      if (!b.is_positive) return nothing;
      return {std::min(1.0, b.smallest / (1.0 + a.largest)), std::max(b.largest, 1.0 + a.largest),
              relative + 4.0 * is::rounding};
    default: return nothing;
  }
}

inline DoubleDouble product(Upper a, Upper b, std::size_t i) {
  return two_product(a.hi[i], b.hi[i]);
}
inline DoubleDouble product(Halves a, Upper b, std::size_t i) { return times(a[i], b.hi[i]); }
inline DoubleDouble product(Upper a, Halves b, std::size_t i) { return times(b[i], a.hi[i]); }
inline DoubleDouble product(Halves a, Halves b, std::size_t i) { return a[i] * b[i]; }

inline DoubleDouble one_minus_cosine(DoubleDouble cosine, DoubleDouble sine_squared) {
  const bool is_near = cosine.hi > 0.0;
  const double way = is_near ? 1.0 : -1.0;
  const DoubleDouble other = sum_of_close({1.0, 0.0}, {cosine.hi * way, cosine.lo * way});
  const DoubleDouble above{is_near ? sine_squared.hi : other.hi,
                           is_near ? sine_squared.lo : other.lo};
  return quotient(above, {is_near ? other.hi : 1.0, is_near ? other.lo : 0.0});
}

// As the middle loop looks up, it has no vector instructions.
template <class Cosine, class Sine>
inline void angles_of(std::size_t size, Cosine cosine, Sine sine, Results result) {
  double number[lanes_at_once];
  for_lanes(size, [=, &number](std::size_t i) {
    number[i] = nearest_angle(cosine.hi[i], sine.hi[i]);
  });
  for (std::size_t i = 0; i < size; ++i)
    result.set(i, angles[static_cast<std::int32_t>(number[i])]);
  for_lanes(size, [=, &number](std::size_t i) {
    result.set(i, angle(cosine[i], sine[i], number[i], {result.hi[i], result.lo[i]}));
  });
}

struct Operand {
  const Known& known;
  Halves halves;
};

inline void compute(Operation operation, std::size_t size, Operand first, Operand second,
                    const Known& known, Results result) {
  const bool is_narrow = known.is_narrow, is_whole = known.relative == 0.0;
  const Halves a = first.halves, b = second.halves;
  const auto each = [=](auto function) {
    for_lanes(size, [=](std::size_t i) { result.set(i, function(i)); });
  };
  const auto halves = [=](auto function) {
    if (first.known.is_narrow && second.known.is_narrow)
      function(Upper{a.hi}, Upper{b.hi});
    else if (first.known.is_narrow)
      function(Upper{a.hi}, b);
    else if (second.known.is_narrow)
      function(a, Upper{b.hi});
    else
      function(a, b);
  };
  switch (operation) {
    case Operation::add:
      if (is_narrow)
        return for_lanes(size, [=](std::size_t i) { result.hi[i] = a.hi[i] + b.hi[i]; });
      if (is_whole)
        return halves([=](auto x, auto y) { each([=](std::size_t i) { return x[i] + y[i]; }); });
      return halves(
          [=](auto x, auto y) { each([=](std::size_t i) { return sum_of_close(x[i], y[i]); }); });
    case Operation::subtract:
      if (is_narrow)
        return for_lanes(size, [=](std::size_t i) { result.hi[i] = a.hi[i] - b.hi[i]; });
      return halves([=](auto x, auto y) { each([=](std::size_t i) { return x[i] - y[i]; }); });
    case Operation::multiply:
      return halves(
          [=](auto x, auto y) { each([=](std::size_t i) { return product(x, y, i); }); });
    case Operation::divide:
      return halves(
          [=](auto x, auto y) { each([=](std::size_t i) { return quotient(x[i], y[i]); }); });
    case Operation::square_root:
      return halves(
          [=](auto x, auto) { each([=](std::size_t i) { return square_root(x[i]); }); });
    case Operation::one_minus_cosine:
      return halves([=](auto x, auto y) {
        each([=](std::size_t i) { return one_minus_cosine(x[i], y[i]); });
      });
    case Operation::angle:
      return halves([=](auto x, auto y) { angles_of(size, x, y, result); });
    default: return;
  }
}

// The number rounded once, if it is certain to which double; else NaN.
inline double decided(DoubleDouble x, double relative) {
  const double reach = std::abs(x.hi) * relative;
  const double low = x.hi + (x.lo - reach), high = x.hi + (x.lo + reach);
  return low == high ? low + 0.0 : std::numeric_limits<double>::quiet_NaN();  // no -0
}

// Counts are whole numbers: with 2^52 added, those below differ in their last bits alone.
inline Known known_counts(std::span<const double> counts) {
  std::uint64_t bits = 0, signs = 0;
  for (const double count : counts) {
    bits |= std::bit_cast<std::uint64_t>(count + 0x1p52);
    signs |= std::bit_cast<std::uint64_t>(count);
  }
  const double largest = std::bit_cast<double>(bits) - 0x1p52;
  const bool is_known = largest < enclosed_limits::exact_doubles && signs >> 63 == 0;
  return is_known ? Known{1.0, largest, 0.0, true} : nothing;
}

void prefetch_next(std::span<const double> column, std::size_t start, std::size_t size) {
  constexpr std::size_t at_once = 8;  // in a line of the cache
  const std::size_t end = std::min(start + 2 * size, column.size());
  for (std::size_t next = start + size; next < end; next += at_once) prefetch(&column[next]);
}

Known known_constant(const Enclosed& x) {
  const double size = std::abs(x.value.hi);
  if (x.error == 0.0)
    return {1.0, size, 0.0, x.value.lo == 0.0 && size < enclosed_limits::exact_doubles,
            x.value.hi >= 0.0};
  return {0.5 * size, 2.0 * size, x.error / size * enclosed_limits::room, false, x.value.hi > 0.0};
}

struct Registers {
  double* parts;

  Results operator[](std::size_t i) const {
    double* const hi = parts + 2 * i * lanes_at_once;
    return {hi, hi + lanes_at_once};
  }
};

inline bool run(const Instructions& steps, const Program::Columns& columns, std::size_t start,
                std::span<double> result, Known* known, Registers registers) {
  const std::size_t size = result.size();
  const auto operand = [&](std::size_t i) -> Operand {
    const auto [hi, lo] = registers[i];
    const bool is_member = steps[i].operation == Operation::member;
    return {known[i], {is_member ? columns[steps[i].a].high.data() + start : hi, lo}};
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto [operation, a, b] = steps[i];
    if (operation == Operation::constant) continue;
    if (operation == Operation::member) {
      if (!columns[a].low.empty()) return false;
      known[i] = known_counts(columns[a].high.subspan(start, size));
      prefetch_next(columns[a].high, start, size);
    } else {
      known[i] = after(operation, known[a], known[b]);
    }
    if (!is_bounded(known[i])) return false;
    if (operation != Operation::member)
      compute(operation, size, operand(a), operand(b), known[i], registers[i]);
  }
  const Known& last = known[steps.size() - 1];
  if (last.is_narrow) return false;
  const Halves values = operand(steps.size() - 1).halves;
  const double relative = last.relative == 0.0 ? 0.0 : 2.0 * last.relative + 0x1p-105;
  double* const out = result.data();
  for_lanes(size, [=](std::size_t i) { out[i] = decided(values[i], relative); });
  return true;
}

#if defined(__GNUC__) && defined(__x86_64__)

// The same with instructions that multiply and add at once, without which std::fma is slow.
[[gnu::flatten, gnu::target("avx2,fma")]] bool run_with_fma(const Instructions& steps,
                                                            const Program::Columns& columns,
                                                            std::size_t start,
                                                            std::span<double> result, Known* known,
                                                            Registers registers) {
  return run(steps, columns, start, result, known, registers);
}

const auto run_fast =
    __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? run_with_fma : run;

#else

const auto run_fast = run;

#endif

}  // namespace

QuickValues::QuickValues(const Program& program)
    : steps_(program.main()), known_(steps_.size()), parts_(2 * steps_.size() * lanes_at_once) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].operation != Operation::constant) continue;
    const Enclosed& x = program.constants()[steps_[i].a];
    const auto [hi, lo] = Registers{parts_.data()}[i];
    std::fill_n(hi, lanes_at_once, x.value.hi);
    std::fill_n(lo, lanes_at_once, x.value.lo);
    known_[i] = known_constant(x);
  }
}

bool QuickValues::operator()(const Program::Columns& columns, std::size_t start,
                             std::span<double> result) {
  return run_fast(steps_, columns, start, result, known_.data(), {parts_.data()});
}

}  // namespace partwise
