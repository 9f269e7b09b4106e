#include "claims/parameter_specs.hpp"

#include <utility>

namespace attest {

namespace {

ParameterSpec spec_of(const std::string& name, ParameterType type, const std::string& meaning) {
  ParameterSpec spec;
  spec.name = name;
  spec.type = type;
  spec.meaning = meaning;
  return spec;
}

}  // namespace

ParameterSpec integer_parameter(const std::string& name, long minimum, long maximum,
                                const std::string& meaning) {
  ParameterSpec spec = spec_of(name, ParameterType::integer, meaning);
  spec.minimum = minimum;
  spec.maximum = maximum;
  return spec;
}

ParameterSpec rational_parameter(const std::string& name, long above, const std::string& meaning) {
  ParameterSpec spec = spec_of(name, ParameterType::rational, meaning);
  spec.minimum = above;
  return spec;
}

ParameterSpec rational_parameter(const std::string& name, long above, long most, const std::string& meaning) {
  ParameterSpec spec = rational_parameter(name, above, meaning);
  spec.maximum = most;
  return spec;
}

ParameterSpec named_parameter(const std::string& name, std::vector<std::string> values,
                              const std::string& meaning) {
  ParameterSpec spec = spec_of(name, ParameterType::named, meaning);
  spec.values = std::move(values);
  return spec;
}

ParameterSpec polynomial_parameter(const std::string& name, const std::string& meaning) {
  return spec_of(name, ParameterType::polynomial, meaning);
}

ParameterSpec with_default(ParameterSpec spec, const std::string& value) {
  spec.default_value = value;
  return spec;
}

ParameterSpec or_word(ParameterSpec spec, const std::string& word) {
  spec.values.push_back(word);
  return spec;
}

ParameterSpec automatic(ParameterSpec spec) {
  return with_default(or_word(std::move(spec), "auto"), "auto");
}

}  // namespace attest
