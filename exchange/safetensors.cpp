#include "exchange/safetensors.hpp"

#include <algorithm>

#include "claims/json.hpp"

namespace attest::exchange {

std::string safetensors(const std::vector<Array>& arrays, const std::map<std::string, std::string>& metadata,
                        FloatConversion& conversion) {
  std::vector<const Array*> order;
  for (const Array& array : arrays) order.push_back(&array);
  const auto entry = [&](const Array* array) {
    return array->type == Array::Type::integer ? std::size_t{8}
           : array->type == Array::Type::truth ? std::size_t{1}
                                               : conversion.bytes();
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const Array* a, const Array* b) { return entry(a) > entry(b); });
  Json header = {{"__metadata__", metadata}};
  std::string data;
  for (const Array* array : order) {
    const std::size_t begin = data.size();
    conversion.append(data, *array);
    const char* type = array->type == Array::Type::integer ? "I64"
                       : array->type == Array::Type::truth ? "BOOL"
                       : conversion.bytes() == 8           ? "F64"
                                                           : "F32";
    header[array->name] = {{"dtype", type}, {"shape", array->shape}, {"data_offsets", {begin, data.size()}}};
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string bytes;
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>((text.size() >> shift) & 0xff);
  return bytes + text + data;
}

}  // namespace attest::exchange
