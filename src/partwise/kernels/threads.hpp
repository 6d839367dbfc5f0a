// Threads that are joined when they go out of scope: not every standard library has std::jthread.
#pragma once

#include <thread>
#include <utility>
#include <vector>

namespace partwise {

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

}  // namespace partwise
