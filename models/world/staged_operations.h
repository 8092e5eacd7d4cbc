#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "models/world/demand.h"
#include "models/world/request.h"
#include "models/world/request_handler.h"
#include "models/world/world.h"
#include "sim/core/time.h"

namespace cosmos {

// Operations of which some requests are sent only once another was answered: the steps of an operation, the pages of a
// query, physical partitions asked a few at a time (QUERY-04 to QUERY-06). Only the executor that sees every answer in
// its time can run them.
//
// What to send lies in outbox(); the executor offers it at the instant at hand and says how it ended.
class StagedOperations {
 public:
  StagedOperations(const World& world, RequestHandler& handler);

  // False if no stream's requests belong here.
  [[nodiscard]] bool any() const noexcept { return any_; }
  // True if the stream's requests belong here.
  [[nodiscard]] bool holds(std::uint32_t stream) const noexcept { return any_ && staged_[stream] != 0; }

  // The operation with this number of a stream arrives; `demand` is that of the second at hand.
  void start(sim::SimTime now, std::uint32_t stream, std::uint32_t number, const SecondDemand& demand);
  // A request's answer has come.
  void answered(const Request& request, sim::SimTime now);
  // The client gave a request up.
  void gave_up(const Request& request, sim::SimTime now);
  // Whether the client would no longer wait at `then` for an answer to this request.
  [[nodiscard]] bool is_too_late(const Request& request, sim::SimTime then) const;

  // Requests to send now, in this order; whoever sends them empties it.
  [[nodiscard]] std::vector<Request>& outbox() noexcept { return outbox_; }

 private:
  // A part as it was planned when the operation arrived.
  struct Part {
    std::uint32_t stream = 0;
    std::uint32_t first_place = 0;
    std::uint32_t visits = 0;
    Ru charge;                // of a request that is no query
    std::int64_t items = 0;   // that a query returns in all
    QueryCharges of_query{};  // likewise
    bool is_query = false;
  };
  struct Operation {
    std::uint32_t stream = 0;
    std::uint32_t number = 0;
    sim::SimTime started;
    std::vector<Part> parts;
    std::vector<std::optional<Part>> undo;  // by part
    std::vector<Visit> places;
    bool failed = false;  // a part has: what was written is taken back

    // Of the part under way.
    const Part* part = nullptr;
    std::size_t position = 0;  // in parts or undo
    sim::SimTime part_started;
    std::optional<sim::SimTime> has_enough;  // a query that needs no further items
    std::uint32_t next_visit = 0;
    std::uint32_t under_way = 0;  // requests
    std::int64_t found = 0;       // items
    bool part_failed = false;
  };

  static_assert(std::is_nothrow_move_constructible_v<Operation>, "`part` points into it while the vector grows");

  [[nodiscard]] std::uint32_t acquire();
  [[nodiscard]] Part plan(std::size_t stream, std::uint32_t number, const SecondDemand& demand, Operation& operation);
  void start_part(std::uint32_t slot, sim::SimTime now);
  void end_part(std::uint32_t slot, sim::SimTime now);
  void next_part(std::uint32_t slot, sim::SimTime now);
  void take_back(std::uint32_t slot, sim::SimTime now);
  void end(std::uint32_t slot, sim::SimTime now);
  // Sends to further partitions as long as the client asks more at a time.
  void send_visits(std::uint32_t slot, sim::SimTime now);
  void send(std::uint32_t slot, std::uint32_t visit, std::uint32_t page, sim::SimTime now);
  [[nodiscard]] const Paging* paging(const Part& part) const;
  // Items of a query on one of its partitions: all shared evenly, in whole items.
  [[nodiscard]] static std::int64_t items_on(const Part& part, std::uint32_t visit);
  // Those that are read there.
  [[nodiscard]] std::int64_t read_on(const Part& part, std::uint32_t visit) const;
  [[nodiscard]] bool reads_all(const Part& part) const;
  [[nodiscard]] std::int64_t read_in_all(const Part& part) const;
  [[nodiscard]] std::int64_t pages_on(const Part& part, std::uint32_t visit) const;
  [[nodiscard]] std::int64_t items_in(const Part& part, std::uint32_t visit, std::uint32_t page) const;
  [[nodiscard]] Ru charge_of(const Part& part, std::uint32_t visit, std::uint32_t page) const;

  const World& world_;
  RequestHandler& handler_;
  bool any_ = false;
  std::vector<char> staged_;           // by stream
  std::vector<Operation> operations_;  // by slot; kept with their memory when they are over
  std::vector<std::uint32_t> free_;
  std::vector<Request> outbox_;
};

}  // namespace cosmos
