#pragma once

#include <cstdint>

#include "models/control/partition_control.h"
#include "models/control/size_series.h"
#include "models/world/demand.h"
#include "models/world/world.h"

namespace cosmos {

// A world and what moves it: at each boundary first the figures are collected, then what is due is done to containers,
// then an executor works out the second. A model for sim::run().
template <class ExecutorOf>
class MovedWorld {
 public:
  MovedWorld(const RunPlan& plan, std::int64_t replication, DemandSource::Ahead ahead)
      : world_(plan, replication), control_(world_), sizes_(world_), executor_(world_, ahead) {}

  void boundary(std::int64_t second) {
    world_.boundary(second);
    sizes_.boundary(second);
    if (second == world_.plan().seconds) {
      return;
    }
    while (control_.act(second)) {
      executor_.follow(world_.take_changes());
    }
    if (control_.take_news_of_full()) {
      executor_.refuse_full();
    }
  }
  void advance(std::int64_t second) { executor_.advance(second); }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] const PartitionControl& control() const { return control_; }
  [[nodiscard]] SizeSeries& sizes() { return sizes_; }
  [[nodiscard]] ExecutorOf& executor() { return executor_; }

 private:
  World world_;
  PartitionControl control_;
  SizeSeries sizes_;
  ExecutorOf executor_;
};

}  // namespace cosmos
