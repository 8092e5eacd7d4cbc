#pragma once

#include <nlohmann/json.hpp>

namespace sim {

// JSON documents with members in the order in which they were added. Reading throws
// nlohmann::json::exception; only data files of our own are read through it. What a person wrote on
// a command line goes through json_array.h, which says where it is wrong.
using Json = nlohmann::ordered_json;

}  // namespace sim
