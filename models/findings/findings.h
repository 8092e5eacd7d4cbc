#pragma once

#include <string>
#include <vector>

#include "models/experiment/results.h"

// Findings: what an experienced reader would say about a design after this run, each with the evidence.
namespace cosmos {

struct Finding {
  std::string id;      // "F-HOT-KEY"
  std::string text;    // what was found, with its evidence
  std::string advice;  // what follows from it
};

// A finding is a function of one variant's figures (those of the plan's first window, over all
// replications); it appends what it finds. To add one: a file of its own, and its name in all_findings().
using FindingRule = void (*)(const VariantResult& variant, std::vector<Finding>& found);

void find_hot_keys(const VariantResult& variant, std::vector<Finding>& found);
void find_burst_dependence(const VariantResult& variant, std::vector<Finding>& found);
void find_blind_comparison(const VariantResult& variant, std::vector<Finding>& found);
void find_idle_partitions(const VariantResult& variant, std::vector<Finding>& found);
void find_uneven_splits(const VariantResult& variant, std::vector<Finding>& found);
void find_merge_candidates(const VariantResult& variant, std::vector<Finding>& found);
void find_missed_splits(const VariantResult& variant, std::vector<Finding>& found);
void find_splits_ahead(const VariantResult& variant, std::vector<Finding>& found);
void find_throughput_floors(const VariantResult& variant, std::vector<Finding>& found);
void find_walls(const VariantResult& variant, std::vector<Finding>& found);
void find_low_cardinality(const VariantResult& variant, std::vector<Finding>& found);

[[nodiscard]] std::vector<Finding> all_findings(const VariantResult& variant);

// Admitted RU, attempts and 429s of a partition, summed over replications.
[[nodiscard]] Cell use_of_partition(const VariantResult& variant, std::size_t partition);
// For each partition: does it use less than a tenth of the mean of its container? None does where nothing is used.
[[nodiscard]] std::vector<bool> idle_partitions(const VariantResult& variant);
// "partition 2", or "partition 2 of orders" where there are several containers.
[[nodiscard]] std::string partition_name(const VariantResult& variant, std::size_t partition);

}  // namespace cosmos
