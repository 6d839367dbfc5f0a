// An array that is not filled before it is written, and can be handed over to NumPy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace partwise {

// Large pieces of memory are asked for in large pages, where the system has them: filling and
// random access then cost a fraction.
inline void* allocate(std::size_t bytes) {
#ifdef __linux__
  constexpr std::size_t large_page = std::size_t{1} << 21;
  if (bytes >= 2 * large_page) {
    void* memory = nullptr;
    if (posix_memalign(&memory, large_page, bytes) != 0) throw std::bad_alloc();
    madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
  }
#endif
  if (void* memory = std::malloc(std::max<std::size_t>(bytes, 1))) return memory;
  throw std::bad_alloc();
}

// Random access to large pieces of memory is much faster in large pages.
template <class T>
struct LargePages {
  using value_type = T;
  LargePages() = default;
  template <class U>
  explicit LargePages(const LargePages<U>&) {}
  T* allocate(std::size_t size) { return static_cast<T*>(partwise::allocate(size * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  bool operator==(const LargePages&) const { return true; }
};
template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

// Asks for memory that is used soon. GCC takes a function that does only this for one without any
// effect, and drops the calls of it: the empty statement keeps them.
inline void prefetch([[maybe_unused]] const void* memory) {
#ifdef __GNUC__
  __builtin_prefetch(memory);
  __asm__ volatile("" : : "r"(memory));
#endif
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Buffer() : Buffer(0) {}
  explicit Buffer(std::size_t size)
      : values_(static_cast<T*>(allocate(size * sizeof(T)))), size_(size) {}
  Buffer(std::size_t size, T value) : Buffer(size) {
    std::fill(values_.get(), values_.get() + size, value);
  }

  T& operator[](std::size_t i) { return values_.get()[i]; }
  const T& operator[](std::size_t i) const { return values_.get()[i]; }
  T* data() { return values_.get(); }
  const T* data() const { return values_.get(); }
  std::size_t size() const { return size_; }
  std::span<const T> span() const { return {values_.get(), size_}; }
  T* release() { return values_.release(); }  // to be freed by std::free

 private:
  std::unique_ptr<T, Free> values_;
  std::size_t size_;
};

}  // namespace partwise
