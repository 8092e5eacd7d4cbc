#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The fields of a configuration as data: what `describe`, the JSON schema and the echo of parameters
// print. Made from a struct's field list by describe_fields() in describe.h.
namespace sim {

struct FieldTree {
  enum class Kind { kValue, kStruct, kList, kNameMap, kChoice, kAny };
  // How an alternative of a choice is written; kField for everything that is not one.
  enum class Form { kField, kWord, kTagged, kPlain };

  std::string name;  // of the field, the tag of an alternative, "*" for the elements of a list or map
  std::string path;  // "streams.*.rate"; a plain alternative has the path of its choice
  Kind kind = Kind::kValue;
  Form form = Form::kField;
  std::string type;       // "duration", "list of durations", ...
  std::string example;    // of a single value
  std::string pattern;    // regular expression of a single value, may be empty
  std::string json_type;  // "string", "integer", "number", "boolean"; empty unless a single value
  std::string help;
  std::string default_text;  // in YAML; "none" for an optional without value; empty for structs and required fields
  bool required = false;
  bool chosen = false;            // the default alternative of a choice
  bool any_key = false;           // kNameMap: keys need not be names
  std::string range_text;         // "1 s to 3660 d", may be empty
  std::optional<double> minimum;  // the range again, for integers and numbers
  std::optional<double> maximum;
  bool minimum_excluded = false;
  std::vector<std::string> enum_values;     // the words of an enumeration
  std::vector<std::string> enum_summaries;  // one for each
  // The fields of a struct, the one element of a list or map, or the alternatives of a choice.
  std::vector<FieldTree> children;
};

// The field at "streams.*.rate" or "streams.writes.rate": an element matches every name or number.
// Ways through a choice may name the tag ("throughput.manual"); plain alternatives have no step of
// their own. Null when there is no such field. The empty path is the tree itself.
[[nodiscard]] const FieldTree* find_field(const FieldTree& tree, std::string_view path);

// Reference text: a line for each field with path, type, default or "required", range and help; the
// alternatives of a choice below it.
[[nodiscard]] std::string describe_text(const FieldTree& tree);

}  // namespace sim
