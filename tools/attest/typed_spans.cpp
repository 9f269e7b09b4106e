#include "tools/attest/typed_spans.hpp"

namespace attest {

std::vector<TypedSpan> typed_spans(const std::string& text) {
  std::vector<TypedSpan> spans;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('`', at);
    const std::size_t close = open == std::string::npos ? open : text.find('`', open + 1);
    if (close == std::string::npos) break;
    at = close + 1;
    if (close == open + 1) continue;
    if (open > begin) spans.push_back({text.substr(begin, open - begin), false});
    spans.push_back({text.substr(open + 1, close - open - 1), true});
    begin = at;
  }
  if (begin < text.size() || spans.empty()) spans.push_back({text.substr(begin), false});
  return spans;
}

}  // namespace attest
