// A column of integer labels of any width and stride, read block by block without a copy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace partwise {

enum class LabelType { i8, i16, i32, i64, u8, u16, u32, u64 };

// Values are kept as 64 bits; signed ones are shifted by 2^63, so that their order is that of
// unsigned integers and differences never overflow.
struct Range {
  std::uint64_t low = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t high = 0;

  void include(const Range& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  // Number of values from low to high; 2^64 - 1 stands for more.
  std::uint64_t width() const {
    const std::uint64_t span = high - low;
    return span == std::numeric_limits<std::uint64_t>::max() ? span : span + 1;
  }
};

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

template <class T>
std::uint64_t ordered(T value) {
  if constexpr (std::numeric_limits<T>::is_signed)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) ^ sign_bit;
  else
    return value;
}

class Labels {
 public:
  static constexpr std::size_t block = 2048;

  Labels(const void* data, LabelType type, std::ptrdiff_t stride, std::size_t size)
      : data_(static_cast<const char*>(data)), type_(type), stride_(stride), size_(size) {}

  std::size_t size() const { return size_; }
  bool is_signed() const { return type_ <= LabelType::i64; }

  // Call f with the type of the labels.
  template <class F>
  auto dispatch(F f) const {
    switch (type_) {
      case LabelType::i8: return f(std::int8_t{});
      case LabelType::i16: return f(std::int16_t{});
      case LabelType::i32: return f(std::int32_t{});
      case LabelType::i64: return f(std::int64_t{});
      case LabelType::u8: return f(std::uint8_t{});
      case LabelType::u16: return f(std::uint16_t{});
      case LabelType::u32: return f(std::uint32_t{});
      default: return f(std::uint64_t{});
    }
  }

  Range range(std::size_t start, std::size_t count) const {
    return dispatch([&](auto type) { return range_of<decltype(type)>(start, count); });
  }

  // Write label - low for the labels of one block, as Offset; return the bits that any of these
  // differences has. If those are more than an Offset holds, what was written means nothing.
  template <class Offset>
  std::uint64_t offsets(std::size_t start, std::size_t count, std::uint64_t low,
                        Offset* out) const {
    return dispatch(
        [&](auto type) { return write_offsets<decltype(type)>(start, count, low, out); });
  }

 private:
  template <class T>
  T at(std::size_t i) const {
    T value;
    std::memcpy(&value, data_ + static_cast<std::ptrdiff_t>(i) * stride_, sizeof(T));
    return value;
  }

  template <class T>
  bool is_contiguous() const {
    return stride_ == static_cast<std::ptrdiff_t>(sizeof(T)) &&
           reinterpret_cast<std::uintptr_t>(data_) % alignof(T) == 0;
  }

  template <class T>
  Range range_of(std::size_t start, std::size_t count) const {
    T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::lowest();
    if (is_contiguous<T>()) {
      const T* labels = reinterpret_cast<const T*>(data_) + start;
      for (std::size_t i = 0; i < count; ++i) {
        low = std::min(low, labels[i]);
        high = std::max(high, labels[i]);
      }
    } else {
      for (std::size_t i = start; i < start + count; ++i) {
        low = std::min(low, at<T>(i));
        high = std::max(high, at<T>(i));
      }
    }
    return {ordered(low), ordered(high)};
  }

  template <class T, class Offset>
  std::uint64_t write_offsets(std::size_t start, std::size_t count, std::uint64_t low,
                              Offset* out) const {
    const std::uint64_t base = low ^ (std::numeric_limits<T>::is_signed ? sign_bit : 0);
    using Wide = std::conditional_t<std::numeric_limits<T>::is_signed, std::int64_t, std::uint64_t>;
    std::uint64_t bits = 0;
    const auto write = [&](std::size_t i, T label) {
      const std::uint64_t offset = static_cast<std::uint64_t>(static_cast<Wide>(label)) - base;
      bits |= offset;
      out[i] = static_cast<Offset>(offset);
    };
    if (is_contiguous<T>()) {
      const T* labels = reinterpret_cast<const T*>(data_) + start;
      for (std::size_t i = 0; i < count; ++i) write(i, labels[i]);
    } else {
      for (std::size_t i = 0; i < count; ++i) write(i, at<T>(start + i));
    }
    return bits;
  }

  const char* data_;
  LabelType type_;
  std::ptrdiff_t stride_;
  std::size_t size_;
};

}  // namespace partwise
