#include "sim/tool/line_input.h"

#include <cerrno>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kBlockBytes = std::size_t{1} << 18;

class LineReader {
 public:
  LineReader(std::FILE* in, std::string_view source, std::size_t longest)
      : in_(in), source_(source), longest_(longest) {}

  // False at the end of the input. The line is valid until the next call.
  bool next(std::string_view& line) {
    std::size_t searched = 0;
    std::size_t end = std::string_view::npos;
    while ((end = rest_.find('\n', searched)) == std::string_view::npos) {
      searched = rest_.size();
      if (searched > longest_) too_long();
      if (!fill()) break;
    }
    if (rest_.empty()) return false;
    line = rest_.substr(0, end);
    if (line.size() > longest_) too_long();
    ++number_;
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    return true;
  }
  [[nodiscard]] std::int64_t number() const { return number_; }

 private:
  // Moves what is left to the front of the buffer and reads on behind it.
  bool fill() {
    if (ended_) return false;
    buffer_.erase(0, buffer_.size() - rest_.size());
    const std::size_t kept = buffer_.size();
    buffer_.resize(kept + kBlockBytes);
    errno = 0;
    const std::size_t got = std::fread(buffer_.data() + kept, 1, kBlockBytes, in_);
    if (std::ferror(in_) != 0) {
      throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(),
                              fmt::format("cannot read {}", source_));
    }
    buffer_.resize(kept + got);
    rest_ = buffer_;
    ended_ = got == 0;
    return !ended_;
  }

  [[noreturn]] void too_long() const {
    throw InputError({std::string(source_), number_ + 1, 0}, fmt::format("a line of more than {} bytes", longest_));
  }

  std::FILE* in_;
  std::string_view source_;
  std::size_t longest_;
  std::string buffer_;
  std::string_view rest_;  // the part of the buffer that was not given out
  std::int64_t number_ = 0;
  bool ended_ = false;
};

}  // namespace

void for_each_line(std::FILE* in, std::string_view source, std::size_t longest,
                   const std::function<bool(std::string_view line, std::int64_t number)>& take) {
  LineReader reader(in, source, longest);
  std::string_view line;
  while (reader.next(line) && take(line, reader.number())) continue;
}

}  // namespace sim
