// Format version 1.0 of numpy.lib.format.
#pragma once

#include <string>

namespace attest {

// Magic, version and header: `description` is the value of "descr" as a Python literal ("'<f8'"), `shape`
// that of "shape" ("(3, 4)"). The comment follows a #, which Python's literals allow; what is not printable
// ASCII becomes "?". Throws std::length_error if the header would not fit its 65535 bytes.
std::string npy_header(const std::string& description, const std::string& shape, std::string comment);

// IEEE double, least significant byte first.
void append_little_endian(std::string& bytes, double value);

}  // namespace attest
