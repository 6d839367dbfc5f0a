// Work on many tables at once, with a way out.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <utility>

#include "kernels.hpp"
#include "parallel.hpp"

namespace partwise {

// Long loops tell it how much they did; now and then it looks whether they should go on, and throws
// if not.
class Poll {
 public:
  explicit Poll(std::function<void()> look) : look_(std::move(look)) {}

  void spend(std::uint64_t steps) {
    if ((spent_ += steps) < between_looks) return;
    spent_ = 0;
    look_();
  }

 private:
  static constexpr std::uint64_t between_looks = 1 << 16;
  std::function<void()> look_;
  std::uint64_t spent_ = 0;
};

// Divides the tables 0 ... count - 1 among threads, of which the calling one is the first: it alone
// calls tick, for signals are handled there. The first exception stops all and is thrown again.
class ParallelTables {
 public:
  ParallelTables(std::int64_t count, int threads, const Tick& tick)
      : count_(count), threads_(static_cast<int>(std::clamp<std::int64_t>(count, 1, threads))),
        tick_(tick) {}

  // make_worker(poll) is called once in each thread, and what it returns for each table.
  template <class MakeWorker>
  void run(const MakeWorker& make_worker) {
    Threads others;
    try {
      for (int i = 1; i < threads_; ++i)
        others.start([&] { work(make_worker, [this] { leave_if_stopped(); }); });
    } catch (const std::system_error&) {
      // The system has no more threads: those that run do all the work.
    }
    work(make_worker, [this, last = Clock::now()]() mutable {
      leave_if_stopped();
      if (Clock::now() - last < std::chrono::milliseconds(50)) return;
      tick_();
      last = Clock::now();
    });
    others.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Stopped {};

  void leave_if_stopped() const {
    if (stopped_.load(std::memory_order_relaxed)) throw Stopped{};
  }

  template <class MakeWorker, class Look>
  void work(const MakeWorker& make_worker, Look look) {
    try {
      Poll poll(std::move(look));
      auto worker = make_worker(poll);
      const std::int64_t block = std::max<std::int64_t>(1, count_ / (16 * threads_));
      while (true) {
        const std::int64_t first = next_.fetch_add(block);
        if (first >= count_) return;
        for (std::int64_t i = first; i < std::min(first + block, count_); ++i) worker(i);
      }
    } catch (const Stopped&) {
    } catch (...) {
      const std::lock_guard lock(failing_);
      if (!failure_) failure_ = std::current_exception();
      stopped_ = true;
    }
  }

  std::int64_t count_;
  int threads_;
  const Tick& tick_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex failing_;
  std::exception_ptr failure_;
};

}  // namespace partwise
