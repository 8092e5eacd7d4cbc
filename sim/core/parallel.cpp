#include "sim/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sim {
namespace {

// What the threads of one call share.
class Handout {
 public:
  Handout(std::size_t n, const std::function<void(std::size_t)>& body) : n_(n), body_(body) {}

  void work() noexcept {
    // Looked at before an index is taken: a taken index always runs, so the lowest that throws is always met.
    while (!failed_.load(std::memory_order_relaxed)) {
      const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= n_) return;
      try {
        body_(i);
      } catch (...) {
        remember(i, std::current_exception());
      }
    }
  }

  void rethrow_if_failed() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void remember(std::size_t i, std::exception_ptr error) noexcept {
    const std::lock_guard lock(mutex_);
    if (!error_ || i < error_index_) {
      error_ = std::move(error);
      error_index_ = i;
    }
    failed_.store(true, std::memory_order_relaxed);
  }

  const std::size_t n_;
  const std::function<void(std::size_t)>& body_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
  std::size_t error_index_ = 0;
};

}  // namespace

void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& body) {
  const std::size_t workers = std::min<std::size_t>(n, std::max(threads, 1U));
  if (workers <= 1) {
    for (std::size_t i = 0; i < n; ++i) body(i);
    return;
  }
  Handout handout(n, body);
  {
    std::vector<std::jthread> others;
    others.reserve(workers - 1);
    for (std::size_t t = 1; t < workers; ++t) others.emplace_back([&handout] { handout.work(); });
    handout.work();
  }
  handout.rethrow_if_failed();
}

}  // namespace sim
