// Divide work among threads; the first exception of any of them is thrown to the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace partwise {

// Joined when they go out of scope: not every standard library has std::jthread.
class Threads {
 public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { join(); }

  template <class Work, class... Arguments>
  void start(Work&& work, Arguments&&... arguments) {
    running_.emplace_back(std::forward<Work>(work), std::forward<Arguments>(arguments)...);
  }

  void join() {
    for (std::thread& thread : running_) thread.join();
    running_.clear();
  }

 private:
  std::vector<std::thread> running_;
};

// Call work(t) for t = 0 … threads - 1, each on its own thread (the last on this one).
template <class Work>
void on_threads(std::size_t threads, Work work) {
  std::exception_ptr failure;
  std::mutex guard;
  const auto guarded = [&](std::size_t t) {
    try {
      work(t);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
    }
  };
  Threads others;
  for (std::size_t t = 0; t + 1 < threads; ++t) others.start(guarded, t);
  guarded(threads - 1);
  others.join();
  if (failure) std::rethrow_exception(failure);
}

// Call work(i) for i = 0 … jobs - 1; whichever thread is free takes the next.
template <class Work>
void for_each_job(std::size_t threads, std::size_t jobs, Work work) {
  std::atomic<std::size_t> next{0};
  on_threads(threads, [&](std::size_t) {
    for (std::size_t i = next++; i < jobs; i = next++) work(i);
  });
}

// The part of 0 … size that belongs to thread t.
inline std::size_t part_start(std::size_t size, std::size_t threads, std::size_t t) {
  return size / threads * t + std::min(t, size % threads);
}

}  // namespace partwise
