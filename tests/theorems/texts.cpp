#include "theorems/texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "theorems/read.hpp"

namespace attest::theorem_tests {

std::string file_text(const std::string& path) {
  std::filesystem::path place(path);
  if (place.is_relative()) place = std::filesystem::path(repository()) / place;
  std::ifstream file(place, std::ios::binary);
  if (!file) throw std::runtime_error("no file " + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string repository() {
  return std::filesystem::path(ATTEST_TEST_DATA).parent_path().string();
}

std::vector<std::string> files_below(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(repository() + "/" + folder)) {
    if (entry.path().extension() == ending) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

theorems::TheoremText theorem(const std::string& text) {
  return theorems::read_theorem(language::SourceText("test.theorem", text));
}

std::vector<std::string> refusal(const std::string& text) {
  try {
    theorem(text);
  } catch (const language::ParseError& error) {
    std::vector<std::string> messages;
    for (const language::Message& m : error.messages()) {
      messages.push_back(fmt::format("{}:{}: {}", m.place.line, m.place.column, m.text));
    }
    return messages;
  }
  return {};
}

const char* const composition_sketch = R"(attest-theorem 1
theorem strassen/function-composition "One Strassen head composes two functions"
source  000 "Theorem 4.2" lines 326-348
sizes   n >= 1                                     limit verify n <= 1000
input   G : [n] -> [n],  H : [n] -> [n],  x : [n]              spelled {"f": [G, H], "x": x}
tokens  l in [2*n+1] carry phi = G ++ H ++ (x)
task    at 2*n+1, number:  H(G(x))
layer   d = 7, residual
  encode  (l, l^2, phi, phi^2, 1)                              @338
  head strassen, scale 1/sqrt(d)                               @eq15
    row 1 as f(i) = n*(phi_i^2, 2*phi_i, -1, 0, 0, 0)          @342
    row 2 as g(j) = n*(-1, j, j^2, phi_j^2, 2*phi_j, -1)
    row 3 as h(k) = n*(0, 0, 0, -1, k - n, (k - n)^2)
    value 2 (j) = (1)
    value 3 (k) = (phi_k)                                      @348
    displayed score = -n^2*((phi_i - j)^2 - (phi_j - (k - n))^2)     @346
  out     head.1 -> stream.6          choice "W_O is not given; coordinate 6 is zero in the encoding"
readout stream.6
check   output, unique-maximum, size constant in n             also growth error <= exp(-some c * n^2)
variant printed
variant repaired
  change displayed score = -n^2*((phi_i - j)^2 + (phi_j - (k - n))^2)   because "the printed vectors give a plus"
expect  printed refuted(display), repaired holds   at n=1..4;   at n=5 full
)";

const char* const argmax_sketch =
    R"(attest-theorem 1
theorem argmax "One softmax head returns the position of the maximum"         # somebody's own
sizes   n >= 1, m >= n                             limit verify n <= 12
param   c = 3                                      # or: c = auto in 1/4*(1..2000)
input   a : [n] -> [m] injective
tokens  i in [n+1] carry num = if i <= n then a(i) else 0
task    at n+1, number: argmax j in [n]: a(j)
layer   residual
  embed pos = i, num = num, one = 1, out = 0                   # named coordinates; the program places them
  head softmax, scale log(2*n)
    query = (c*one)    key = (num)    value = (out: pos)
readout out
check   output   also error <= n^2*(2*n)^(-c)
variant cold "too warm": change c = 1/10   because "a warm softmax averages"
expect  holds at n=2..4 m=4;  cold refuted(construction) at n=3 m=4
)";

const char* const extension_sketch = R"(attest-theorem 1
theorem mine/mid extends strassen/function-composition (repaired)
change  value 3 (k) = (k - n)    change task = at 2*n+1, number: G(x)    drop growth
expect  holds at n=1..3
)";

std::string small_theorem(const std::string& statements) {
  return R"(attest-theorem 1
theorem small
sizes n >= 1
input a : [n] -> [n]
tokens i in [n] carry num = a(i)
task at n, number: a(n)
layer residual
  embed num = num, one = 1, out = 0
  head softmax
    query = (num)
    key = (one)
    value = (out: num)
readout out
)" + statements +
         "\n";
}

}  // namespace attest::theorem_tests
