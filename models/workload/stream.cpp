#include "models/workload/stream.h"

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
  }
  return "";
}

}  // namespace cosmos
