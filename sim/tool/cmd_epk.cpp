#include "sim/tool/cmd_epk.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "models/keys/key_point.h"
#include "sim/text/diagnostics.h"
#include "sim/tool/command_line.h"
#include "sim/tool/epk_converter.h"
#include "sim/tool/line_input.h"
#include "sim/tool/options.h"
#include "sim/tool/output.h"

namespace sim {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::size_t kMostWrongLines = 20;
// Results wait until this many bytes of them show that the input is long.
constexpr std::size_t kHeldBytes = std::size_t{64} << 20;
constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

struct EpkOptions {
  cosmos::KeyKind kind = cosmos::KeyKind::kHash;
  std::int64_t version = 2;
  Format format = Format::kText;
  std::string values;
};

CommandLine declare(EpkOptions& options) {
  CommandLine line("epk", "Where key values land: their effective partition keys, as the service computes them.");
  line.positional("VALUES", options.values,
                  "the values of one key as a JSON array, in the order of the paths; {} is undefined, a "
                  "property that the item lacks; `-`: one array a line from standard input, one key a line out");
  line.option("kind", "Hash|MultiHash",
              one_of({"Hash", "MultiHash"},
                     [&options](std::size_t i) {
                       options.kind = i == 0 ? cosmos::KeyKind::kHash : cosmos::KeyKind::kMultiHash;
                     }),
              "of the partition key definition (default: Hash); MultiHash is a hierarchical key of 1 to 3 levels");
  line.option("version", "1|2",
              one_of({"1", "2"}, [&options](std::size_t i) { options.version = static_cast<int>(i) + 1; }),
              "of the partition key definition (default: 2, large partition keys); MultiHash has only version 2");
  add_format_option(line, options.format);
  line.note(
      "A key is written in upper-case hex; [] gives the lowest key, an empty line. With --format json each key is "
      "an object {\"epk\": \"...\"} on a line of its own.");
  line.note(
      "-0 is the integer 0; -0.0 keeps its sign and is another key. Texts are at most 2,048 bytes of UTF-8; a text of "
      "more than 101 bytes under Hash version 1 is pointed out on standard error.");
  line.note(
      "When lines of standard input are wrong, the first 20 of them are named and no key is written, unless the keys "
      "of the lines before exceed 64 MiB (about two million of one block): longer inputs are answered as they are "
      "read.");
  line.example("'[\"contoso\"]'", "the key of one text under Hash version 2");
  line.example("--kind MultiHash '[\"contoso\", 2026, {}]'", "a hierarchical key whose third property is missing");
  line.example("--version 1 - < keys.jsonl", "one key a line");
  return line;
}

cosmos::KeyHashing hashing_of(const EpkOptions& options) {
  const auto hashing = cosmos::key_hashing(options.kind, options.version);
  if (hashing) return *hashing;
  Diagnostics errors;
  errors.error({"command line"}, "--version", "MultiHash has no version 1", "--version 2");
  errors.throw_if_any();
  return cosmos::KeyHashing::kMultiHash;
}

void convert_one(EpkConverter& converter, std::string_view values) {
  std::string out;
  converter.convert(values, 1, out);
  converter.errors().throw_if_any();
  write_output(out);
}

void convert_lines(EpkConverter& converter, std::string_view source) {
  std::string out;
  bool held = true;
  for_each_line(stdin, source, kLongestLine, [&](std::string_view line, std::int64_t number) {
    converter.convert(line, number, out);
    if (!converter.errors().empty()) {
      out.clear();
      return converter.errors().size() < kMostWrongLines;
    }
    if (out.size() >= (held ? kHeldBytes : kBlockBytes)) {
      held = false;
      write_output(out);
      out.clear();
    }
    return true;
  });
  converter.errors().throw_if_any();
  write_output(out);
}

}  // namespace

ExitCode cmd_epk(std::span<const std::string> arguments) {
  EpkOptions options;
  const CommandLine line = declare(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  const bool from_stdin = options.values == "-";
  const std::string source = from_stdin ? "<stdin>" : "VALUES";
  EpkConverter converter(hashing_of(options), options.format, source);
  if (from_stdin) {
    convert_lines(converter, source);
  } else {
    convert_one(converter, options.values);
  }
  std::fputs(converter.note().c_str(), stderr);
  return ExitCode::kDone;
}

}  // namespace sim
