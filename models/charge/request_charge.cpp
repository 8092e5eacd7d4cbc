#include "models/charge/request_charge.h"

#include <algorithm>
#include <array>

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
constexpr std::int64_t kTermsOfAnyItem = 5;  // T0 in containers with a partition key

// Coefficients of the query formula, fitted.
constexpr double kVisit = 2.20;
constexpr double kVisitFilter = 0.69;
constexpr double kFurtherFilter = 0.096;
constexpr double kLoadedItem = 0.0063;
constexpr double kLoadedKib = 0.0103;
constexpr double kReturnedKib = 0.0109;

constexpr double kKib = 1024.0;

const SizePoint& tier(Bytes stored) {
  const auto at = std::find_if(kSizeTable.begin(), kSizeTable.end(),
                               [&](const SizePoint& point) { return stored.count() <= point.kib * 1024; });
  return at == kSizeTable.end() ? kSizeTable.back() : *at;
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

QueryCharges ChargeModel::query(const QueryShape& shape) const {
  const double kib = static_cast<double>(shape.stored_item.count()) / kKib;
  const double fixed = kVisit + (shape.filters > 0 ? kVisitFilter : 0.0);
  const double result = kFurtherFilter * static_cast<double>(std::max<std::int64_t>(shape.filters - 1, 0)) +
                        kLoadedItem * static_cast<double>(shape.loads) +
                        kLoadedKib * kib * static_cast<double>(shape.loads) +
                        kReturnedKib * kib * static_cast<double>(shape.returns);
  const double of_result = strong_ == StrongReadCharge::kEverything ? replicas_ : 1.0;
  return {Ru::rounded(replicas_ * fixed), Ru::rounded(of_result * result)};
}

std::int64_t index_terms(std::int64_t indexed_properties) { return indexed_properties + kTermsOfAnyItem; }

}  // namespace cosmos
