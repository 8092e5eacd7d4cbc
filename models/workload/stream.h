#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "models/charge/request_charge.h"
#include "models/client/retry_policy.h"
#include "models/items/popularity.h"
#include "models/workload/distribution.h"
#include "models/workload/rate.h"

// A stream of operations, resolved: names are positions, defaults are filled in (grammar sections 4 and 5).
namespace cosmos {

enum class OperationKind : std::uint8_t { kCreate, kPointRead, kQuery, kUpsert, kReplace, kPatch, kDelete };
[[nodiscard]] const char* name_of(OperationKind kind);
[[nodiscard]] constexpr bool is_write(OperationKind kind) {
  return kind != OperationKind::kPointRead && kind != OperationKind::kQuery;
}

enum class Spacing { kPoisson, kEven };

struct OpenLoop {
  ArrivalRate rate;
  Spacing spacing = Spacing::kPoisson;
};

// Counts per interval of the series of a trace file. Row r has `counts[column * rows + r]` operations in
// interval `column`, placed evenly at random inside it.
struct TraceReplay {
  std::size_t rows = 0;
  std::int64_t interval_seconds = 60;  // after `speed`
  std::vector<std::uint32_t> counts;   // after `volume`, by column, then row; whole numbers
  struct Column {
    std::size_t property = 0;                 // position in the item
    std::vector<std::uint32_t> value_of_row;  // index of a given value, or of a population's member
  };
  std::vector<Column> columns;

  [[nodiscard]] std::size_t intervals() const { return rows == 0 ? 0 : counts.size() / rows; }
};

// How a stream draws a population, where it does not as the population itself says.
struct FixedMember {
  std::size_t member = 0;
};
struct WeightedMembers {
  std::vector<double> weights;  // of every member; of a population within another, of those of one outer member
};
struct MembersInTurn {};  // one after the other
// Of a population within another: these members of all, so that the outer populations follow.
struct NestedMembers {
  std::vector<std::size_t> members;
  std::vector<double> weights;
};
struct PopulationChoice {
  std::size_t population = 0;
  std::variant<FixedMember, WeightedMembers, MembersInTurn, NestedMembers> choice;
};
// A stream's own value for a `given` property (index into its values) or a bucket (the number itself).
struct FixedValue {
  std::size_t property = 0;
  std::int64_t value = 0;
};

// The item of an operation is one of those that exist: stored at the start or created before the second at hand.
struct ItemChoice {
  enum class Order : std::uint8_t {
    kExisting,  // rank k is item k, the same item throughout
    kNewest,    // rank k is the k-th latest
  };
  Order order = Order::kExisting;
  Popularity popularity;
  std::int64_t stored = 0;  // items at the start
};

struct Stream {
  std::string name;
  std::size_t item = 0;
  std::size_t container = 0;
  OperationKind operation = OperationKind::kCreate;

  std::vector<PopulationChoice> population_choices;
  std::vector<FixedValue> fixed_values;
  std::optional<ItemChoice> item_choice;  // else whatever item the properties' generators draw
  Distribution age = Constant{0};         // ns before the operation that the item was created

  std::vector<std::size_t> known;       // properties that the request knows; creates: all of them
  std::int64_t filters = 0;             // predicates of a query, those without routing included; an IN list: its values
  Distribution returns = Constant{1};   // items of a query
  std::optional<std::int64_t> loads;    // items that it loads; nothing: those that it returns
  std::optional<Bytes> loaded_item;     // mean size as stored of what is loaded, if it is of several kinds
  bool sorts = false;                   // puts what it loads in order
  bool returns_values = false;          // an aggregate returns values, not items
  std::int64_t changed_properties = 1;  // by a replace, a patch, an upsert of an existing item
  bool upserts_new_items = false;       // whether an upsert creates, or else replaces
  std::int64_t batch = 1;               // writes of one request, in one logical partition (OPS-03)
  std::optional<Consistency> consistency;    // of reads, where it is not the account's
  std::optional<Ru> fixed_charge;            // of a request that is no query, measured
  std::optional<QueryCharges> query_charge;  // of a query, measured

  std::variant<OpenLoop, std::shared_ptr<const TraceReplay>> arrivals;
  std::int64_t start_second = 0;
  std::int64_t stop_second = std::numeric_limits<std::int64_t>::max();
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();

  RetryRules retries;
  Distribution round_trip = Constant{1'000'000};  // ns
};

}  // namespace cosmos
