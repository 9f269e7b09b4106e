// The lines of a cover's certificate between its record and its end (docs/certificates.md): for each box that attest-check-cover will come
// to, how it is closed, or that it is split. They are found by asking its own search of boxes; whether they do is for it to say.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace attest::theorems::certificates {

// Of the record's line. Each line is written as soon as it is found; returned is how many there are. NoCertificate where attest-check-cover
// has no rule for it; Stopped.
std::uint64_t write_cover_hints(const std::string& record,
                                const std::function<void(const std::string&)>& write);

}  // namespace attest::theorems::certificates
