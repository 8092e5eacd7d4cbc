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
#include "models/workload/rate_shape.h"
#include "models/workload/trace.h"

// A stream of operations, resolved: names are positions, defaults are filled in (grammar sections 4 and 5).
namespace cosmos {

// `kSteps` is no request of its own: its parts are (Stream::parts).
enum class OperationKind : std::uint8_t { kCreate, kPointRead, kQuery, kUpsert, kReplace, kPatch, kDelete, kSteps };
[[nodiscard]] const char* name_of(OperationKind kind);
[[nodiscard]] constexpr bool is_write(OperationKind kind) {
  return kind != OperationKind::kPointRead && kind != OperationKind::kQuery && kind != OperationKind::kSteps;
}

enum class Spacing { kPoisson, kEven };

struct OpenLoop {
  ArrivalRate rate;
  Spacing spacing = Spacing::kPoisson;
  std::shared_ptr<const RateShape> shape = nullptr;  // null: the rate never moves
};

// So many operations exactly, `within` from a burst's beginning on: at the stream's start and `every` so often again.
struct Bursts {
  std::int64_t operations = 1;
  sim::Duration within;                // 0: all at once
  std::optional<sim::Duration> every;  // at least `within` and 1 s; none: one burst
  Spacing spacing = Spacing::kPoisson;
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

// Which of a source's operations are this stream's: those whose word, of 2^32, lies in [from, to).
struct MixShare {
  std::string source;  // its name: entries of one mix share their arrivals
  std::uint64_t from = 0;
  std::uint64_t to = std::uint64_t{1} << 32;
};

// Part of an operation of several steps: the position of its stream, and of the one that takes back what it wrote.
struct OperationPart {
  std::size_t stream = 0;
  std::optional<std::size_t> undo;
};

// A stream that carries out one part of another's operations: that stream says when, and about which item.
struct PartOf {
  std::size_t whole = 0;          // its position
  std::string draws_as;           // whose random words say the item
  std::string redraws_as;         // whose say the properties that this part draws anew
  std::vector<char> drawn_anew;   // by property of the item
  bool chooses_its_item = false;  // the part is about another item altogether
  bool undoes = false;            // it takes back what another part wrote
};

// A query whose client asks for one thing after the other (QUERY-04 to QUERY-06).
struct Paging {
  std::uint32_t items = 100;                                    // most in one page of one partition
  std::uint32_t partitions = 1;                                 // asked at a time
  std::int64_t top = std::numeric_limits<std::int64_t>::max();  // items after which it stops
  bool stops_early = true;  // as soon as it has them; else each partition must have given as many
};

// A property of which a request names several values (IN), the item's own among them.
struct ListedProperty {
  std::size_t property = 0;
  std::int64_t values = 1;  // different ones
  bool put_in = false;      // by the clients of a design (`enumerate`), not by who asks
  // Of a population within others: the one around it, by position, of which the request knows members. The list holds
  // all that lie within these and nothing else.
  std::optional<std::size_t> all_within = std::nullopt;
};

struct Stream {
  std::string name;
  std::optional<MixShare> mix;  // one of several operations of a stream of the scenario
  std::size_t item = 0;
  std::size_t container = 0;
  OperationKind operation = OperationKind::kCreate;

  std::vector<PopulationChoice> population_choices;
  std::vector<FixedValue> fixed_values;
  std::optional<ItemChoice> item_choice;  // else whatever item the properties' generators draw
  Distribution age = Constant{0};         // ns before the operation that the item was created

  std::vector<std::size_t> known;       // properties that the request knows by equality; creates: all of them
  std::vector<ListedProperty> lists;    // others that it knows as a list, those that its design puts in included
  std::int64_t filters = 0;             // predicates of a query, those without routing included; an IN list: its values
  Distribution returns = Constant{1};   // items of a query
  std::optional<std::int64_t> loads;    // items that it loads; nothing: those that it returns
  std::optional<Bytes> loaded_item;     // mean size as stored of what is loaded, if it is of several kinds
  bool sorts = false;                   // puts what it loads in order
  bool returns_values = false;          // an aggregate returns values, not items
  std::int64_t changed_properties = 1;  // by a replace, a patch, an upsert of an existing item
  bool upserts_new_items = false;       // whether an upsert creates, or else replaces
  bool finds_first = false;  // a write that does not know where its item is: it queries, then writes (HPK-12)
  std::int64_t batch = 1;    // writes of one request, in one logical partition (OPS-03)
  std::optional<Consistency> consistency;    // of reads, where it is not the account's
  std::optional<Ru> fixed_charge;            // of a request that is no query, measured
  std::optional<QueryCharges> query_charge;  // of a query, measured

  std::variant<OpenLoop, Bursts, std::shared_ptr<const TraceReplay>, std::shared_ptr<const LongTrace>,
               std::shared_ptr<const EventTrace>>
      arrivals;
  std::int64_t start_second = 0;
  std::int64_t stop_second = std::numeric_limits<std::int64_t>::max();
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();

  std::vector<OperationPart> parts;  // of kSteps, in order
  std::optional<PartOf> part_of;
  std::optional<Paging> paging;  // of a query; nothing: all partitions at once, one page each

  double cache_hit_share = 0.0;  // 0 to 1, of the operations: they never reach the service and are not counted
  std::optional<sim::Duration> cache_ttl;  // what was asked for is known for so long: likewise

  RetryRules retries;
  sim::Duration timeout = sim::Duration::max();   // an operation that takes longer has failed
  Distribution round_trip = Constant{1'000'000};  // ns
};

// Whether some of the stream's requests are sent only once another was answered.
[[nodiscard]] inline bool is_staged(const Stream& stream) {
  return !stream.parts.empty() || stream.part_of || stream.paging;
}
// Streams from this one on that are counted as its operation: itself and its parts.
[[nodiscard]] std::size_t streams_of(const Stream& stream);

// What the rows of the stream's trace of counts say; null if it has none.
[[nodiscard]] const TraceRows* trace_rows(const Stream& stream);
// The stream's trace of single events; null if it has none.
[[nodiscard]] const EventTrace* event_trace(const Stream& stream);
// Positions in the item of the properties that the stream's trace says.
[[nodiscard]] std::vector<std::size_t> traced_properties(const Stream& stream);
// Whether the trace says the size of each item, or the charge of each operation.
[[nodiscard]] bool trace_says_size(const Stream& stream);
[[nodiscard]] bool trace_says_charge(const Stream& stream);

}  // namespace cosmos
