#include "sim/text/gzip.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <streambuf>
#include <system_error>
#include <vector>

#include <zlib.h>

#include "sim/text/diagnostics.h"

namespace sim {
namespace {

constexpr std::size_t kBufferBytes = 65536;
constexpr unsigned char kMagic0 = 0x1F;
constexpr unsigned char kMagic1 = 0x8B;
constexpr int kGzipWindow = 15 + 16;  // zlib's way to say: the largest window, with a gzip header

class GunzipBuffer : public std::streambuf {
 public:
  explicit GunzipBuffer(std::unique_ptr<std::istream> compressed)
      : compressed_(std::move(compressed)), in_(kBufferBytes), out_(kBufferBytes) {
    if (inflateInit2(&zlib_, kGzipWindow) != Z_OK) throw std::runtime_error("gzip: zlib cannot start");
  }
  ~GunzipBuffer() override { inflateEnd(&zlib_); }
  GunzipBuffer(const GunzipBuffer&) = delete;
  GunzipBuffer& operator=(const GunzipBuffer&) = delete;

 protected:
  int_type underflow() override {
    zlib_.next_out = reinterpret_cast<Bytef*>(out_.data());
    zlib_.avail_out = static_cast<uInt>(out_.size());
    while (zlib_.avail_out == out_.size() && !is_over()) step();
    const std::size_t made = out_.size() - zlib_.avail_out;
    written_ += static_cast<std::int64_t>(made);
    if (written_ > kFreeBytes && written_ / kMostGrowth > taken_) {
      throw CompressionError(
          "the compressed data grow to more than " + std::to_string(kMostGrowth) + " times their size",
          "is this a trace? Decompress it to use it all the same");
    }
    setg(out_.data(), out_.data(), out_.data() + made);
    return made == 0 ? traits_type::eof() : traits_type::to_int_type(out_.front());
  }

 private:
  // Nothing more to decompress: a member has ended and none follows.
  bool is_over() {
    if (!between_members_) return false;
    if (zlib_.avail_in == 0) fill();
    if (zlib_.avail_in == 0) return true;
    if (*zlib_.next_in != kMagic0) {
      throw CompressionError("something that is not gzip stands behind the compressed data", "compress the file anew");
    }
    inflateReset(&zlib_);
    between_members_ = false;
    return false;
  }

  void step() {
    if (zlib_.avail_in == 0) fill();
    if (zlib_.avail_in == 0) {
      throw CompressionError("the compressed data end too early", "is the file complete?");
    }
    const int result = inflate(&zlib_, Z_NO_FLUSH);
    between_members_ = result == Z_STREAM_END;
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      throw CompressionError("the compressed data are damaged", "is the file complete?");
    }
  }

  void fill() {
    compressed_->read(in_.data(), static_cast<std::streamsize>(in_.size()));
    if (compressed_->bad()) throw std::runtime_error("gzip: the input fails");
    zlib_.next_in = reinterpret_cast<Bytef*>(in_.data());
    zlib_.avail_in = static_cast<uInt>(compressed_->gcount());
    taken_ += compressed_->gcount();
  }

  std::unique_ptr<std::istream> compressed_;
  std::vector<char> in_;
  std::vector<char> out_;
  z_stream zlib_{};
  bool between_members_ = false;
  std::int64_t taken_ = 0;    // bytes read
  std::int64_t written_ = 0;  // bytes of text
};

class GunzipStream : public std::istream {
 public:
  explicit GunzipStream(std::unique_ptr<std::istream> compressed)
      : std::istream(nullptr), buffer_(std::move(compressed)) {
    rdbuf(&buffer_);
    exceptions(std::ios::badbit);  // what the buffer throws reaches the reader
  }

 private:
  GunzipBuffer buffer_;
};

}  // namespace

std::unique_ptr<std::istream> gunzip(std::unique_ptr<std::istream> compressed) {
  return std::make_unique<GunzipStream>(std::move(compressed));
}

std::unique_ptr<std::istream> open_text(const std::filesystem::path& path) {
  const auto fail = [&](const std::string& why) { throw InputError(SourceMark{path.string(), 0, 0}, why); };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("is a directory, expected a file");
  errno = 0;
  auto stream = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*stream) fail(std::string("cannot be opened: ") + std::strerror(errno));
  std::array<char, 2> start{};
  stream->read(start.data(), start.size());
  const bool compressed = stream->gcount() == 2 && static_cast<unsigned char>(start[0]) == kMagic0 &&
                          static_cast<unsigned char>(start[1]) == kMagic1;
  stream->clear();
  stream->seekg(0);
  if (compressed) return gunzip(std::move(stream));
  return stream;
}

}  // namespace sim
