#include "exchange/npy.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <stdexcept>

namespace attest {

std::string npy_header(const std::string& description, const std::string& shape, std::string comment) {
  for (char& c : comment) {
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
  }
  std::string header = fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}  # {}",
                                   description, shape, comment);
  constexpr std::size_t before_header = 10;  // magic, version, length
  while ((before_header + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  if (header.size() > 0xffff) throw std::length_error("too long for the header of a .npy file");
  std::string bytes("\x93NUMPY\x01", 7);
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header;
}

void append_little_endian(std::string& bytes, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>((bits >> shift) & 0xff);
}

}  // namespace attest
