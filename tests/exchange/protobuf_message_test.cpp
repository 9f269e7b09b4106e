#include "exchange/protobuf_message.hpp"

#include <catch2/catch.hpp>
#include <limits>

namespace attest::exchange {

// The examples of protobuf.dev/programming-guides/encoding: 150 in field 1, "testing" in field 2, a message in field 3.
TEST_CASE("Fields are written as the guide to the encoding has them", "[exchange]") {
  CHECK(ProtobufMessage().integer(1, 150).str() == "\x08\x96\x01");
  CHECK(ProtobufMessage().bytes(2, "testing").str() == "\x12\x07testing");
  CHECK(ProtobufMessage().message(3, ProtobufMessage().integer(1, 150)).str() == "\x1a\x03\x08\x96\x01");
}

TEST_CASE("Integers take seven bits a byte, the negative ones ten bytes", "[exchange]") {
  CHECK(ProtobufMessage().integer(1, 0).str() == std::string("\x08\0", 2));
  CHECK(ProtobufMessage().integer(1, 127).str() == "\x08\x7f");
  CHECK(ProtobufMessage().integer(1, 128).str() == "\x08\x80\x01");
  CHECK(ProtobufMessage().integer(1, -1).str() == "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  CHECK(ProtobufMessage().integer(1, std::numeric_limits<std::int64_t>::min()).str().size() == 11);
  // Fields from 16 on have tags of two bytes.
  CHECK(ProtobufMessage().integer(20, 2).str() == "\xa0\x01\x02");
  CHECK(ProtobufMessage().bytes(1, std::string(200, 'x')).str().substr(0, 3) == "\x0a\xc8\x01");
}

}  // namespace attest::exchange
