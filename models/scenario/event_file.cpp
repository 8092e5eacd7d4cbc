#include "models/scenario/event_file.h"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "sim/text/gzip.h"
#include "sim/text/timestamp.h"

namespace cosmos {
namespace {

class CsvEventReader : public EventReader {
 public:
  explicit CsvEventReader(std::shared_ptr<const EventFile> file)
      : file_(std::move(file)),
        input_(sim::open_text(file_->path)),
        csv_(*input_, file_->path.string()),
        columns_(csv_, file_->config),
        time_column_(csv_.column(file_->config.events->time)),
        clock_(file_->clock) {}

  bool next(EventRows& rows) override {
    constexpr std::size_t kRows = 4096;
    rows.clear();
    rows.values.resize(columns_.properties());
    while (rows.at.size() < kRows && csv_.next()) {
      if (columns_.takes_row()) {
        add_row(rows);
      }
    }
    return !rows.at.empty();
  }

 private:
  void add_row(EventRows& rows) {
    const auto time = sim::parse_timestamp(csv_.row()[time_column_]);
    const std::int64_t at = time ? clock_.run_time(*time) : latest_;
    if (!time || at < latest_) {
      changed();
    }
    latest_ = at;
    rows.at.push_back(at);
    for (std::size_t p = 0; p < columns_.properties(); ++p) {
      const auto value = file_->dictionaries[p].find(columns_.text(p));
      if (!value) {
        changed();
      }
      rows.values[p].push_back(*value);
    }
    if (columns_.says_size()) {
      rows.payload.push_back(columns_.payload());
    }
    if (columns_.says_charge()) {
      rows.milli_ru.push_back(columns_.milli_ru());
    }
  }

  [[noreturn]] void changed() const {
    throw std::runtime_error(fmt::format("read {}: line {} is not what it was when the scenario was read",
                                         file_->path.string(), csv_.line()));
  }

  std::shared_ptr<const EventFile> file_;
  std::unique_ptr<std::istream> input_;
  sim::CsvReader csv_;
  TraceColumns columns_;
  std::size_t time_column_;
  TraceClock clock_;
  std::int64_t latest_ = INT64_MIN;
};

}  // namespace

std::unique_ptr<EventReader> open_events(std::shared_ptr<const EventFile> file) {
  return std::make_unique<CsvEventReader>(std::move(file));
}

}  // namespace cosmos
