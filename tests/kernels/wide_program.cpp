// Reads four words and a divisor to a line; writes what wide.hpp makes of them.
#include "wide.hpp"

#include <cinttypes>
#include <cstdio>

using namespace partwise;

namespace {

void show(Wide x) {
  std::printf("%" PRIu64 " %" PRIu64 " %a ", high_word(x), low_word(x),
              static_cast<double>(x));
}

}  // namespace

int main() {
  std::uint64_t x, y, z, w, divisor;
  while (std::scanf("%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64, &x, &y, &z, &w,
                    &divisor) == 5) {
    const Wide one = product(x, y), other = product(z, w);
    Wide sum = one;
    sum += other;
    show(one);
    show(sum);
    show(one - other);
    show(halved(one));
    show(pairs_among(static_cast<std::int64_t>(x >> 1)));
    const auto size = [](std::uint64_t word) { return static_cast<std::int64_t>(word >> 1); };
    std::printf("%a %d ", difference_of_products(size(x), size(y), size(z), size(w)),
                one < other ? 1 : 0);
    std::printf("%" PRIu64 "\n",
                high_word(one) < divisor ? quotient(one, divisor) : 0);
  }
}
