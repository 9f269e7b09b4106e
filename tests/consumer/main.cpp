// The program of docs/library.md: a print is refuted, its repair holds and is proved, a text of one's own is refuted, a wrong word is an
// error. Exit status 0 if all of this is so.
#include <attest/attest.hpp>

#include <iostream>

namespace attention = attest::api;
using attention::Outcome;

namespace {

const char* const largest = R"(attest-theorem 1
theorem largest "One softmax head returns the largest number"
sizes   n >= 1, m >= 1
input   a : [n] -> [m]
tokens  i in [n] carry num = a(i)
task    at n, number: max i in [n]: a(i) else 0
layer
  embed   num = num, one = 1, out = 0
  head softmax
    query = (one)
    key = (num)
    value = (out: num)
readout out
check   output
)";

int failures = 0;

void expect(const char* what, const attention::Answer& answer, Outcome expected) {
  std::cout << what << ": " << attention::to_string(answer.outcome) << '\n';
  if (answer.outcome == expected) return;
  ++failures;
  std::cout << "  expected " << attention::to_string(expected) << ": " << answer.message << '\n';
}

}  // namespace

int main() {
  const auto composition = attention::Theorem::named("strassen/function-composition");
  attention::Request request;
  request.parameters = {{"n", "3"}};
  request.options = {{"variant", "printed"}};
  expect("printed, n = 3", attention::verify(composition, request), Outcome::refuted);
  request.options = {{"variant", "repaired"}};
  expect("repaired, n = 3", attention::verify(composition, request), Outcome::holds);
  expect("repaired, every n", attention::prove(composition), Outcome::holds);
  request.options.clear();
  request.parameters = {{"n", "4"}, {"m", "3"}};  // at n = 3 the average is within 1/2
  expect("the largest number", attention::verify(attention::Theorem::text(largest), request),
         Outcome::refuted);
  expect("a wrong word", attention::verify(attention::Theorem::text("theorem"), request),
         Outcome::usage_error);
  std::cout << "attest " << attention::version() << '\n';
  return failures == 0 ? 0 : 1;
}
