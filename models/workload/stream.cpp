#include "models/workload/stream.h"

#include <algorithm>

namespace cosmos {

const char* name_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::kCreate:
      return "create";
    case OperationKind::kPointRead:
      return "point_read";
    case OperationKind::kQuery:
      return "query";
    case OperationKind::kUpsert:
      return "upsert";
    case OperationKind::kReplace:
      return "replace";
    case OperationKind::kPatch:
      return "patch";
    case OperationKind::kDelete:
      return "delete";
    case OperationKind::kSteps:
      return "steps";
  }
  return "";
}

std::size_t streams_of(const Stream& stream) {
  const auto undone = std::count_if(stream.parts.begin(), stream.parts.end(),
                                    [](const OperationPart& part) { return part.undo.has_value(); });
  return 1 + stream.parts.size() + static_cast<std::size_t>(undone);
}

const TraceRows* trace_rows(const Stream& stream) {
  if (const auto* wide = std::get_if<std::shared_ptr<const TraceReplay>>(&stream.arrivals)) {
    return wide->get();
  }
  const auto* by_interval = std::get_if<std::shared_ptr<const LongTrace>>(&stream.arrivals);
  return by_interval == nullptr ? nullptr : by_interval->get();
}

const EventTrace* event_trace(const Stream& stream) {
  const auto* events = std::get_if<std::shared_ptr<const EventTrace>>(&stream.arrivals);
  return events == nullptr ? nullptr : events->get();
}

std::vector<std::size_t> traced_properties(const Stream& stream) {
  std::vector<std::size_t> properties;
  if (const EventTrace* events = event_trace(stream)) {
    properties = events->properties;
  } else if (const TraceRows* rows = trace_rows(stream)) {
    for (const TraceRows::Column& column : rows->columns) {
      properties.push_back(column.property);
    }
  }
  return properties;
}

bool trace_says_size(const Stream& stream) {
  const TraceRows* rows = trace_rows(stream);
  const EventTrace* events = event_trace(stream);
  return (rows != nullptr && !rows->payload.empty()) || (events != nullptr && events->says_size);
}

bool trace_says_charge(const Stream& stream) {
  const TraceRows* rows = trace_rows(stream);
  const EventTrace* events = event_trace(stream);
  return (rows != nullptr && !rows->milli_ru.empty()) || (events != nullptr && events->says_charge);
}

}  // namespace cosmos
