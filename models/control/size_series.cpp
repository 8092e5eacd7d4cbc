#include "models/control/size_series.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "models/service_limits.h"
#include "models/workload/distribution.h"

namespace cosmos {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

SizeSeries::SizeSeries(World& world) : world_(world) {
  for (const World::ContainerState& container : world.containers()) {
    std::vector<std::int64_t>& bytes = key_bytes_at_start_.emplace_back();
    for (std::size_t p = 0; container.storage && p < container.storage->places().size(); ++p) {
      bytes.push_back(container.storage->places()[p].bytes);
    }
  }
}

void SizeSeries::boundary(std::int64_t second) {
  if (second > 0 && (second == world_.plan().seconds || second % world_.plan().bin_seconds == 0)) {
    sample(second);
  }
}

void SizeSeries::sample(std::int64_t second) {
  std::vector<double>& row = rows_.emplace_back(world_.records().size(), kNaN);
  for (std::size_t c = 0; c < world_.containers().size(); ++c) {
    const std::vector<double> bytes = bytes_of(c);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::size_t column = world_.columns()[world_.containers()[c].first_partition + i];
      row[column] = bytes[i];
      world_.records()[column].bytes = bytes[i];
    }
    sample_keys(c, second);
  }
}

std::vector<double> SizeSeries::bytes_of(std::size_t container) {
  const World::ContainerState& state = world_.containers()[container];
  std::vector<double> bytes(state.partitions.size());
  if (state.storage) {
    const std::vector<std::int64_t> in_ledger = state.storage->bytes_in(state.map);
    std::transform(in_ledger.begin(), in_ledger.end(), bytes.begin(),
                   [](std::int64_t n) { return static_cast<double>(n); });
  }
  const Container& of_plan = world_.plan().containers[container];
  if (of_plan.tracks_storage) {
    return bytes;
  }
  for (std::size_t s = 0; s < world_.streams().size(); ++s) {
    const World::StreamState& stream = world_.streams()[s];
    if (stream.container != container || stream.source->stores() == 0) {
      continue;
    }
    const Stream& written = world_.plan().streams[s];
    const Item& item = world_.plan().items[written.item];
    const double each = (mean(item.size) + static_cast<double>(item.system_properties.count())) *
                        (1.0 + of_plan.index_share) * static_cast<double>(written.batch * stream.source->stores());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const Cell& cell = world_.collector().total(world_.columns()[state.first_partition + i], s);
      bytes[i] = std::max(0.0, bytes[i] + static_cast<double>(cell.attempts - cell.throttled) * each);
    }
  }
  return bytes;
}

// PART-02: the trend is that from the run's start to here.
void SizeSeries::sample_keys(std::size_t container, std::int64_t second) {
  const World::ContainerState& state = world_.containers()[container];
  const double limit =
      world_.plan().readings.gigabyte * static_cast<double>(service_limits::kLogicalPartitionGigabytes);
  double largest = 0.0;
  double full_at = kNaN;
  for (std::size_t p = 0; state.storage && p < state.storage->places().size(); ++p) {
    const StorageLedger::Place& place = state.storage->places()[p];
    if (!place.is_full_key) {
      continue;
    }
    const auto now = static_cast<double>(place.bytes);
    const std::vector<std::int64_t>& at_start = key_bytes_at_start_[container];
    const double before = p < at_start.size() ? static_cast<double>(at_start[p]) : 0.0;
    largest = std::max(largest, now);
    if (now > before) {
      const double at =
          now >= limit ? static_cast<double>(second) : static_cast<double>(second) * (limit - before) / (now - before);
      full_at = at < full_at || full_at != full_at ? at : full_at;
    }
  }
  figures_.largest_key.push_back(largest);
  figures_.full_at.push_back(full_at);
}

SizeFigures SizeSeries::take() {
  figures_.bins = rows_.size();
  figures_.partitions = world_.records().size();
  for (const std::vector<double>& row : rows_) {
    figures_.bytes.insert(figures_.bytes.end(), row.begin(), row.end());
    figures_.bytes.insert(figures_.bytes.end(), figures_.partitions - row.size(), kNaN);
  }
  for (std::size_t c = 0; c < world_.containers().size(); ++c) {
    const World::ContainerState& state = world_.containers()[c];
    const StorageLedger::Place* largest = nullptr;
    for (std::size_t p = 0; state.storage && p < state.storage->places().size(); ++p) {
      const StorageLedger::Place& place = state.storage->places()[p];
      if (place.is_full_key && (largest == nullptr || place.bytes > largest->bytes)) {
        largest = &place;
      }
    }
    figures_.largest_key_text.push_back(largest == nullptr ? "" : world_.key_text(c, largest->key));
  }
  return std::move(figures_);
}

}  // namespace cosmos
