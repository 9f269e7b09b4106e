#include "tools/attest/weights_text.hpp"

#include <algorithm>

namespace attest {

std::string weights_text(const Json& json, std::size_t indent) {
  std::string text;
  for (const auto& [key, value] : json.items()) {
    const std::string label = std::string(indent, ' ') + key;
    const auto is_flat = [](const Json& entry) { return !entry.is_structured(); };
    if (is_flat(value)) {
      text += label + ": " + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n";
    } else if (value.is_array() && std::all_of(value.begin(), value.end(), is_flat)) {
      text += label + ": (";
      for (std::size_t k = 0; k < value.size(); ++k) {
        text += (k == 0 ? "" : ", ") + (value[k].is_string() ? value[k].get<std::string>() : value[k].dump());
      }
      text += ")\n";
    } else {
      text += label + ":\n" + weights_text(value, indent + 2);
    }
  }
  return text;
}

}  // namespace attest
