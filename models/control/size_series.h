#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/world/world.h"

namespace cosmos {

// What is stored, data and index, at the end of each time bin. Bytes.
struct SizeFigures {
  std::size_t bins = 0;
  std::size_t partitions = 0;
  std::vector<double> bytes;  // bin x partition (by column); NaN while it is not there
  // Of the logical partitions that are followed: bin x container. 0 where none is.
  std::vector<double> largest_key;
  std::vector<std::string> largest_key_text;  // by container, at the end
  // When the first of them is full if it goes on as from the start to here, seconds of the run: bin x container; NaN
  // where none grows.
  std::vector<double> full_at;
};

// Takes the sizes at the end of each bin. Where storage is not followed write by write, because no limit is near, what
// the writes of a partition added is taken to be their number times the mean size.
class SizeSeries {
 public:
  explicit SizeSeries(World& world);

  // The instant at which `second` begins, after World::boundary().
  void boundary(std::int64_t second);
  [[nodiscard]] SizeFigures take();

 private:
  void sample(std::int64_t second);
  [[nodiscard]] std::vector<double> bytes_of(std::size_t container);
  void sample_keys(std::size_t container, std::int64_t second);

  World& world_;
  std::vector<std::vector<double>> rows_;  // by bin
  SizeFigures figures_;
  std::vector<std::vector<std::int64_t>> key_bytes_at_start_;  // by container and place
};

}  // namespace cosmos
