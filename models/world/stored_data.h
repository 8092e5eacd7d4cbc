#pragma once

#include <cstddef>
#include <cstdint>

#include "models/partition/storage_ledger.h"
#include "models/world/run_plan.h"
#include "sim/core/rng.h"

namespace cosmos {

// Puts what a container of the plan stores at the start into its ledger, index included. Values of the key are drawn as
// its items' properties say, members that have so much each as they have it; which items there are is drawn, some tens
// of thousands of them, so that a partition's share is good to some tenths of a percent where its keys are drawn.
void store_at_start(const RunPlan& plan, std::size_t container, sim::Seed replication_seed, StorageLedger& ledger);

}  // namespace cosmos
