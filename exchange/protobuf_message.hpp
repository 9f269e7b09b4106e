// A message in the wire format of Protocol Buffers, of the two kinds of fields that ONNX needs: integers, and bytes with their length
// (texts, bytes, messages). A repeated field is added several times.
//
// Source: protobuf.dev/programming-guides/encoding. Loading the library and the messages of Debian's libonnx would take every start of the
// program 9 ms of processor time instead of 6 (measured); what is written here ONNX's own checker reads back in `.ci/release exports`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attest::exchange {

class ProtobufMessage {
 public:
  // `field`: its number in the .proto file.
  ProtobufMessage& integer(unsigned field, std::int64_t value) {
    tag(field, 0);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  ProtobufMessage& bytes(unsigned field, std::string_view value) {
    tag(field, 2);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  ProtobufMessage& message(unsigned field, const ProtobufMessage& value) {
    return bytes(field, value.bytes_);
  }

  const std::string& str() const { return bytes_; }

 private:
  void tag(unsigned field, unsigned wire_type) { varint(std::uint64_t{field} << 3U | wire_type); }
  // Seven bits a byte, the lowest first; the eighth says that more follow.
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) bytes_ += static_cast<char>((value & 0x7f) | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace attest::exchange
