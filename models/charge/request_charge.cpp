#include "models/charge/request_charge.h"

#include <algorithm>
#include <array>
#include <bit>

namespace cosmos {
namespace {

struct SizePoint {
  std::int64_t kib;
  double read;
  double write;
};
// The vendor's size table (request-unit consumption page, 2026-04).
constexpr std::array kSizeTable = {
    SizePoint{1, 1.00, 4.95},      SizePoint{2, 1.04, 6.29},       SizePoint{4, 1.14, 6.67},
    SizePoint{8, 1.33, 7.04},      SizePoint{16, 1.67, 9.52},      SizePoint{32, 2.19, 11.23},
    SizePoint{64, 4.76, 22.67},    SizePoint{128, 9.95, 48.19},    SizePoint{256, 20.28, 98.29},
    SizePoint{512, 40.95, 184.57}, SizePoint{1024, 145.90, 625.0}, SizePoint{2048, 291.80, 1250.0},
};

constexpr double kIndexTerm = 0.19;          // RU per index term (fitted 0.1905, vendor 0.2)
constexpr double kPatchedProperty = 0.4;     // RU per property of a patch (vendor)
constexpr std::int64_t kTermsOfAnyItem = 5;  // T0 in containers with a partition key

// Coefficients of the query formula, fitted.
constexpr double kVisit = 2.20;
constexpr double kVisitFilter = 0.69;
constexpr double kFurtherFilter = 0.096;
constexpr double kLoadedItem = 0.0063;
constexpr double kLoadedKib = 0.0103;
constexpr double kReturnedKib = 0.0109;
constexpr double kSortedItem = 0.052;
constexpr double kPrefixMatch = 0.020;

constexpr double kKib = 1024.0;

// The smallest point that is not below the size: the points are 1, 2, 4, … KiB.
const SizePoint& tier(Bytes stored) {
  const auto full_kib = static_cast<std::uint64_t>(std::max<std::int64_t>(stored.count() - 1, 0)) / 1024;
  return kSizeTable[std::min(static_cast<std::size_t>(std::bit_width(full_kib)), kSizeTable.size() - 1)];
}

// A curve through the table for those who want no steps: between two points the charge is linear in
// the size, and below the first it is the first.
double smooth(Bytes stored, double SizePoint::*column) {
  const double kib = static_cast<double>(stored.count()) / kKib;
  if (kib <= 1.0) {
    return kSizeTable.front().*column;
  }
  for (std::size_t i = 1; i < kSizeTable.size(); ++i) {
    const SizePoint& a = kSizeTable[i - 1];
    const SizePoint& b = kSizeTable[i];
    if (kib <= static_cast<double>(b.kib)) {
      const double share = (kib - static_cast<double>(a.kib)) / static_cast<double>(b.kib - a.kib);
      return a.*column + share * (b.*column - a.*column);
    }
  }
  return kSizeTable.back().*column;
}

double size_charge(Bytes stored, SizeCharge reading, double SizePoint::*column) {
  return reading == SizeCharge::kTiers ? tier(stored).*column : smooth(stored, column);
}

}  // namespace

ChargeModel::ChargeModel(Consistency consistency, StrongReadCharge strong, SizeCharge sizes)
    : replicas_(consistency == Consistency::kStrong || consistency == Consistency::kBoundedStaleness ? 2.0 : 1.0),
      strong_(strong),
      sizes_(sizes) {}

Ru ChargeModel::point_read(Bytes stored) const {
  return Ru::rounded(replicas_ * size_charge(stored, sizes_, &SizePoint::read));
}

Ru ChargeModel::create(Bytes stored, std::int64_t terms) const {
  return Ru::rounded(size_charge(stored, sizes_, &SizePoint::write) + kIndexTerm * static_cast<double>(terms));
}

Ru ChargeModel::remove(Bytes stored, std::int64_t terms) const { return create(stored, terms); }

Ru ChargeModel::replace(Bytes stored_before, Bytes stored_after, std::int64_t changed) const {
  return patch(stored_before, stored_after, changed, 0);
}

Ru ChargeModel::patch(Bytes stored_before, Bytes stored_after, std::int64_t changed, std::int64_t patched) const {
  return Ru::rounded(size_charge(stored_before, sizes_, &SizePoint::write) +
                     size_charge(stored_after, sizes_, &SizePoint::write) +
                     2.0 * kIndexTerm * static_cast<double>(changed) + kPatchedProperty * static_cast<double>(patched));
}

QueryCharges ChargeModel::query(const QueryShape& shape) const {
  const double kib = static_cast<double>(shape.stored_item.count()) / kKib;
  const double returned_kib = static_cast<double>(shape.returned_item.value_or(shape.stored_item).count()) / kKib;
  const double fixed = kVisit + (shape.filters > 0 ? kVisitFilter : 0.0);
  const double result =
      kFurtherFilter * static_cast<double>(std::max<std::int64_t>(shape.filters - 1, 0)) +
      kLoadedItem * static_cast<double>(shape.loads) + kLoadedKib * kib * static_cast<double>(shape.loads) +
      kReturnedKib * returned_kib * static_cast<double>(shape.returns) +
      kSortedItem * static_cast<double>(shape.sorts) + kPrefixMatch * static_cast<double>(shape.prefix_matches);
  const double of_result = strong_ == StrongReadCharge::kEverything ? replicas_ : 1.0;
  return {Ru::rounded(replicas_ * fixed), Ru::rounded(of_result * result)};
}

std::int64_t index_terms(std::int64_t indexed_properties) { return indexed_properties + kTermsOfAnyItem; }

}  // namespace cosmos
