// libFuzzer: every text is an expression or is refused at places that it has; an expression that was read is
// printed and read again as the same; what has types has one value on machine integers and on rationals.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "language/parser.hpp"
#include "language/truth.hpp"

using namespace attest::language;  // NOLINT(google-build-using-namespace)

namespace {

Names names() {
  const Range three{1, 3};
  Names result;
  result.constants = {
      {"n", 3}, {"c", attest::Rational(1, 2)}, {"m", attest::Rational(attest::Integer(1) << 62U)}};
  result.inputs = {{"G", {three}, three}, {"x", {}, three}, {"A", {three, three}, {0, 1}}};
  result.indices = {{"i", three}};
  result.definitions = {{"s", {"a"}, parse_expression("a + i_1")}, {"t", {"a"}, parse_expression("a*a")}};
  return result;
}

void check_places(const ParseError& refusal, const std::string& text) {
  if (refusal.messages().empty()) std::abort();
  try {
    const SourceText source("t", text);
    for (const Message& message : refusal.messages()) {
      const Place& place = message.place;
      const bool somewhere = place.line >= 1 && place.column >= 1 && place.length >= 1;
      if (message.text.empty() || !somewhere || source.render(message).empty()) std::abort();
    }
  } catch (const ParseError&) {  // the text itself is none
  }
}

void check_value(const Expression& expression) {
  try {
    const Truth truth(expression, names());
    if (truth.steps() > 20'000) return;
    const std::vector<long> cells{2, 3, 1, 2, 0, 1, 0, 0, 0, 1, 1, 0, 0};
    const std::vector<long> indices{2};
    truth.reads(indices);
    const auto machine = truth.on_machine_integers(cells, indices);
    try {
      const Value exact = truth.exactly(cells, indices);
      if (machine && !(*machine == exact)) std::abort();
    } catch (const EvaluationError& error) {
      if (machine || error.place().line < 1) std::abort();
    }
  } catch (const ParseError& refusal) {
    check_places(refusal, to_string(expression));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const Expression expression = parse_expression(text);
    if (!same(parse_expression(to_string(expression)), expression)) std::abort();
    free_names(expression);
    check_value(expression);
  } catch (const ParseError& refusal) {
    check_places(refusal, text);
  }
  return 0;
}
