#include "models/world/staged_operations.h"

#include <algorithm>

namespace cosmos {

StagedOperations::StagedOperations(const World& world, RequestHandler& handler) : world_(world), handler_(handler) {
  for (const Stream& stream : world.plan().streams) {
    staged_.push_back(is_staged(stream) ? 1 : 0);
    any_ = any_ || is_staged(stream);
  }
}

std::uint32_t StagedOperations::acquire() {
  if (free_.empty()) {
    operations_.emplace_back();
    free_.reserve(operations_.capacity());
    return static_cast<std::uint32_t>(operations_.size() - 1);
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  Operation& operation = operations_[slot];
  operation.parts.clear();
  operation.undo.clear();
  operation.places.clear();
  return slot;
}

// Where a part goes and what it costs is settled when the operation arrives, with the demand of that second.
StagedOperations::Part StagedOperations::plan(std::size_t stream, std::uint32_t number, const SecondDemand& demand,
                                              Operation& operation) {
  const RequestBlock& block = demand.blocks[stream];
  const StreamSource& source = *world_.streams()[stream].source;
  Part part;
  part.stream = static_cast<std::uint32_t>(stream);
  part.first_place = static_cast<std::uint32_t>(operation.places.size());
  part.visits = block.visits_of(number);
  part.is_query = source.query_charges().has_value();
  if (part.is_query) {
    part.items = source.query_items(block, number);
    part.of_query = source.charges_of(part.items, reads_all(part) ? part.items : read_in_all(part));
  } else {
    part.charge = block.first_charge(number);
  }
  for (std::uint32_t v = 0; v < part.visits; ++v) {
    operation.places.push_back({block.partition_of(number, v), block.slot_of(number, v)});
  }
  return part;
}

void StagedOperations::start(sim::SimTime now, std::uint32_t stream, std::uint32_t number, const SecondDemand& demand) {
  const std::uint32_t slot = acquire();
  Operation& operation = operations_[slot];
  operation.stream = stream;
  operation.number = number;
  operation.started = now;
  operation.failed = false;
  operation.position = 0;
  const std::vector<OperationPart>& parts = world_.plan().streams[stream].parts;
  if (parts.empty()) {
    operation.parts.push_back(plan(stream, number, demand, operation));
    operation.undo.emplace_back();
  } else {
    handler_.start(stream);
  }
  for (const OperationPart& part : parts) {
    operation.parts.push_back(plan(part.stream, number, demand, operation));
    operation.undo.emplace_back(part.undo ? std::optional(plan(*part.undo, number, demand, operation)) : std::nullopt);
  }
  start_part(slot, now);
}

void StagedOperations::start_part(std::uint32_t slot, sim::SimTime now) {
  Operation& operation = operations_[slot];
  operation.part = operation.failed ? &*operation.undo[operation.position] : &operation.parts[operation.position];
  operation.part_started = now;
  operation.has_enough.reset();
  operation.next_visit = 0;
  operation.under_way = 0;
  operation.found = 0;
  operation.part_failed = false;
  handler_.start(operation.part->stream);
  send_visits(slot, now);
}

void StagedOperations::send_visits(std::uint32_t slot, sim::SimTime now) {
  Operation& operation = operations_[slot];
  const Paging* const paging = this->paging(*operation.part);
  const std::uint32_t at_a_time = paging == nullptr ? operation.part->visits : paging->partitions;
  while (operation.next_visit < operation.part->visits && operation.under_way < at_a_time && !operation.part_failed &&
         !operation.has_enough) {
    send(slot, operation.next_visit++, 0, now);
  }
}

void StagedOperations::send(std::uint32_t slot, std::uint32_t visit, std::uint32_t page, sim::SimTime now) {
  Operation& operation = operations_[slot];
  const Part& part = *operation.part;
  const Visit place = operation.places[part.first_place + visit];
  Request request;
  request.started = operation.started;
  request.earlier = now - operation.started;
  request.charge = charge_of(part, visit, page);
  request.stream = part.stream;
  request.number = operation.number;
  request.partition = place.partition;
  request.key_slot = place.key_slot;
  request.query = slot;
  request.visit = page * part.visits + visit;
  ++operation.under_way;
  outbox_.push_back(request);
}

void StagedOperations::answered(const Request& request, sim::SimTime now) {
  Operation& operation = operations_[request.query];
  const Part& part = *operation.part;
  const std::uint32_t visit = request.visit % part.visits;
  const std::uint32_t page = request.visit / part.visits;
  --operation.under_way;
  operation.part_failed = operation.part_failed || is_too_late(request, now);
  if (const Paging* const paging = this->paging(part); paging != nullptr) {
    operation.found += items_in(part, visit, page);
    if (!operation.has_enough && paging->stops_early && operation.found >= paging->top) {
      operation.has_enough = now;
    }
    if (page + 1 < pages_on(part, visit) && !operation.part_failed && !operation.has_enough) {
      send(request.query, visit, page + 1, now);
      return;
    }
  }
  send_visits(request.query, now);
  end_part(request.query, now);
}

void StagedOperations::gave_up(const Request& request, sim::SimTime now) {
  Operation& operation = operations_[request.query];
  --operation.under_way;
  operation.part_failed = true;
  end_part(request.query, now);
}

bool StagedOperations::is_too_late(const Request& request, sim::SimTime then) const {
  return then - operations_[request.query].part_started > handler_.timeout(request.stream);
}

// Requests that are under way are waited for, whatever has become of the others.
void StagedOperations::end_part(std::uint32_t slot, sim::SimTime now) {
  Operation& operation = operations_[slot];
  if (operation.under_way > 0) {
    return;
  }
  const bool part_failed = operation.part_failed && !operation.has_enough;
  handler_.end_operation(operation.part->stream, part_failed,
                         operation.has_enough.value_or(now) - operation.part_started);
  if (operation.failed) {
    take_back(slot, now);
  } else if (part_failed) {
    operation.failed = true;
    take_back(slot, now);
  } else {
    next_part(slot, now);
  }
}

void StagedOperations::next_part(std::uint32_t slot, sim::SimTime now) {
  Operation& operation = operations_[slot];
  if (++operation.position < operation.parts.size()) {
    start_part(slot, now);
  } else {
    end(slot, now);
  }
}

// What the parts before wrote, the last one first.
void StagedOperations::take_back(std::uint32_t slot, sim::SimTime now) {
  Operation& operation = operations_[slot];
  while (operation.position > 0) {
    --operation.position;
    if (operation.undo[operation.position]) {
      start_part(slot, now);
      return;
    }
  }
  end(slot, now);
}

void StagedOperations::end(std::uint32_t slot, sim::SimTime now) {
  const Operation& operation = operations_[slot];
  if (!world_.plan().streams[operation.stream].parts.empty()) {
    handler_.end_operation(operation.stream, operation.failed, now - operation.started);
  }
  free_.push_back(slot);
}

const Paging* StagedOperations::paging(const Part& part) const {
  const std::optional<Paging>& paging = world_.plan().streams[part.stream].paging;
  return part.is_query && paging ? &*paging : nullptr;
}

std::int64_t StagedOperations::items_on(const Part& part, std::uint32_t visit) {
  const auto until = [&](std::int64_t v) { return part.items * v / part.visits; };
  return until(std::int64_t{visit} + 1) - until(visit);
}

// Whether its charge is that of all that it finds, of which a query that stops early pays for what it read. One in
// order has loaded and sorted everything before it gives its first item.
bool StagedOperations::reads_all(const Part& part) const {
  return paging(part) == nullptr || paging(part)->stops_early;
}

std::int64_t StagedOperations::read_in_all(const Part& part) const {
  std::int64_t read = 0;
  for (std::uint32_t v = 0; v < part.visits; ++v) {
    read += read_on(part, v);
  }
  return read;
}

std::int64_t StagedOperations::read_on(const Part& part, std::uint32_t visit) const {
  return std::min(items_on(part, visit), paging(part)->top);
}

std::int64_t StagedOperations::pages_on(const Part& part, std::uint32_t visit) const {
  const std::int64_t page = std::min<std::int64_t>(paging(part)->items, paging(part)->top);
  return std::max<std::int64_t>((read_on(part, visit) + page - 1) / page, 1);
}

std::int64_t StagedOperations::items_in(const Part& part, std::uint32_t visit, std::uint32_t page) const {
  const std::int64_t most = std::min<std::int64_t>(paging(part)->items, paging(part)->top);
  return std::clamp<std::int64_t>(read_on(part, visit) - std::int64_t{page} * most, 0, most);
}

// Each page pays the fixed part again (ru-charges, I). The result is shared evenly over the partitions, the first takes
// the rest (QUERY-03), and on one partition by the items that are read: what `top` leaves out is not paid for.
Ru StagedOperations::charge_of(const Part& part, std::uint32_t visit, std::uint32_t page) const {
  if (!part.is_query) {
    return part.charge;
  }
  const std::int64_t result = part.of_query.result.milli();
  const std::int64_t here = result / part.visits + (visit == 0 ? result % part.visits : 0);
  const std::int64_t items = reads_all(part) ? items_on(part, visit) : read_on(part, visit);
  if (paging(part) == nullptr || items == 0) {
    return part.of_query.per_visit + Ru::milli(here);
  }
  const std::int64_t most = std::min<std::int64_t>(paging(part)->items, paging(part)->top);
  const std::int64_t before = std::int64_t{page} * most;
  const auto until = [&](std::int64_t n) { return here / items * n + here % items * n / items; };
  return part.of_query.per_visit + Ru::milli(until(before + items_in(part, visit, page)) - until(before));
}

}  // namespace cosmos
