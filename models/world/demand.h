#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <semaphore>
#include <thread>
#include <vector>

#include "models/workload/request_block.h"
#include "models/world/world.h"

namespace cosmos {

// What the arrivals of one second ask for.
struct SecondDemand {
  // Of one partition by one stream.
  struct Share {
    std::int64_t requests = 0;
    std::int64_t milli_ru = 0;
  };
  std::vector<RequestBlock> blocks;            // by stream
  std::vector<std::vector<Share>> shares;      // by stream, then partition of its container
  std::vector<std::uint32_t> first_of_stream;  // arrivals are numbered stream by stream; one more at the end
  std::vector<std::uint32_t> key_slots;        // of each container, those met in this second included

  [[nodiscard]] std::uint32_t arrivals() const { return first_of_stream.back(); }
};

// Works out the demand, second by second. It depends on nothing that happens in the run (open loop), so a second thread
// may work one second ahead of the executor: the streams and routers of the world are then its alone.
class DemandSource {
 public:
  enum class Ahead { kNo, kOnAThread };
  DemandSource(World& world, Ahead ahead);
  ~DemandSource();
  DemandSource(const DemandSource&) = delete;
  DemandSource& operator=(const DemandSource&) = delete;

  // The demand of `second`, one after the other; good until the next call. Makes room for the keys that are met. What
  // fails on the other thread is thrown here.
  [[nodiscard]] const SecondDemand& take(std::int64_t second);

  // The partitions of some containers have become others: what is asked for next is counted by the new ones. Not on a
  // thread that works ahead: where this may happen, none does.
  void follow_partitions();

 private:
  void generate(std::int64_t second, SecondDemand& demand);
  void place_writes(std::size_t stream, RequestBlock& block);
  void count(std::size_t stream, SecondDemand& all);
  void work();

  World& world_;
  SecondDemand now_;
  SecondDemand next_;
  std::int64_t next_second_ = 0;
  bool next_is_under_way_ = false;
  std::exception_ptr failure_;
  std::binary_semaphore wanted_{0};
  std::binary_semaphore ready_{0};
  bool over_ = false;   // read by the thread after `wanted_`
  std::thread thread_;  // where it works ahead
};

}  // namespace cosmos
