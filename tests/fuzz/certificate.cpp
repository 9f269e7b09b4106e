// libFuzzer: every text is a certificate that is accepted, or it is rejected or left undecided; nothing else is thrown. Long numbers and
// many inputs are left out, with which a check takes as long as they are large.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <string>

#include "checker/check.hpp"
#include "checker/cover.hpp"
#include "checker/line_reader.hpp"
#include "checker/record.hpp"
#include "checker/reduction.hpp"
#include "checker/refusal.hpp"
#include "checker/shattering.hpp"

namespace {

constexpr long most_digits = 3, most_inputs = 2000;

bool has_long_number(const std::string& text) {
  long digits = 0;
  return std::any_of(text.begin(), text.end(), [&](char c) {
    digits = std::isdigit(static_cast<unsigned char>(c)) != 0 ? digits + 1 : 0;
    return digits > most_digits;
  });
}

bool has_few_inputs(const std::string& text) {
  const std::string first = text.substr(0, text.find('\n'));
  attest_check::LineReader line(first, 1);
  const attest_check::Record record = attest_check::read_record(line);
  double words = 1;
  for (const attest_check::InputField& field : record.inputs) {
    for (std::size_t cell = 0; cell < field.cells && words <= most_inputs; ++cell)
      words *= static_cast<double>(field.values.size());
  }
  return words <= most_inputs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    if (has_long_number(text) || !has_few_inputs(text)) return 0;
    // By all programs: all but one of them say that another one is for it.
    for (const auto check : {attest_check::check_certificate, attest_check::check_cover,
                             attest_check::check_shattering, attest_check::check_reduction}) {
      try {
        std::istringstream in(text);
        check(in);
      } catch (const attest_check::OtherProgram&) {
      }
    }
  } catch (const attest_check::Rejection&) {
  } catch (const attest_check::Undecided&) {
  }
  return 0;
}
