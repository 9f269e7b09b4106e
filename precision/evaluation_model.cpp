#include "precision/evaluation_model.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>
#include <utility>

namespace attest {

namespace {

using ModelKind = EvaluationModel::Kind;
using ModelDevice = EvaluationModel::Device;

constexpr std::array<std::pair<std::string_view, ModelDevice>, 3> devices{
    {{"v100", ModelDevice::v100}, {"a100", ModelDevice::a100}, {"h100", ModelDevice::h100}}};

std::string_view name_of(ModelKind kind) {
  switch (kind) {
    case ModelKind::stored:
      return "stored";
    case ModelKind::plain:
      return "plain";
    case ModelKind::tensor_core:
      return "tensor-core";
    case ModelKind::flash:
      return "flash";
  }
  throw std::logic_error("no such model");
}

std::optional<long> number(std::string_view text, long least, long most) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

// False where there is no such option, or not with that value.
bool set(EvaluationModel& model, std::string_view option) {
  const std::size_t equals = option.find('=');
  const std::string_view key = option.substr(0, equals);
  if (equals == std::string_view::npos) {
    for (const auto& [name, device] : devices) {
      if (key == name) model.device = device;
      if (key == name) return true;
    }
    if (key == "descending") return model.descending = true;
    return key == "saturate" && (model.saturates = true);
  }
  const std::string_view value = option.substr(equals + 1);
  const auto take = [&](long& into, long least, long most) {
    const auto given = number(value, least, most);
    into = given.value_or(into);
    return given.has_value();
  };
  if (key == "block") return take(model.block, 1, EvaluationModel::most_block);
  if (key == "keys") return model.kind == ModelKind::flash && take(model.keys, 1, EvaluationModel::most_keys);
  if (key == "cut") return take(model.cut.emplace(), EvaluationModel::least_cut, EvaluationModel::most_cut);
  if (key != "scale") return false;
  model.scaling = value == "row" ? EvaluationModel::Scaling::row : EvaluationModel::Scaling::tensor;
  return value == "row" || value == "tensor";
}

// A device has its own block and cut; no option twice.
bool set_all(EvaluationModel& model, std::string_view options) {
  std::set<std::string_view> seen;
  while (!options.empty()) {
    options.remove_prefix(1);  // a colon
    const std::string_view option = options.substr(0, options.find(':'));
    const bool is_device = std::any_of(devices.begin(), devices.end(),
                                       [&](const auto& device) { return device.first == option; });
    if (!seen.insert(is_device ? "device" : option.substr(0, option.find('='))).second) return false;
    if (!set(model, option)) return false;
    options.remove_prefix(option.size());
  }
  return model.device == ModelDevice::none || (!seen.contains("block") && !seen.contains("cut"));
}

}  // namespace

namespace {

bool is_named(const FloatFormat& format, std::string_view name) {
  return format == *float_format_from_name(name);
}

bool is_fp8(const FloatFormat& format) {
  return is_named(format, "fp8-e4m3") || is_named(format, "fp8-e5m2");
}

}  // namespace

bool EvaluationModel::offers(const FloatFormat& format) const {
  if (!is_hardware()) return true;
  if (format.precision > greatest_width()) return false;
  if (device == ModelDevice::v100)
    return !is_fp8(format) && !is_named(format, "bfloat16") && !is_named(format, "tf32");
  return device != ModelDevice::a100 || !is_fp8(format);
}

// Khattak and Mikaitis, "Accurate Models of NVIDIA Tensor Cores" (arXiv 2512.07004), and Xie and others,
// "MMA-Sim" (arXiv 2511.10909), agree on these numbers.
EvaluationModel EvaluationModel::on(const FloatFormat& format) const {
  EvaluationModel result = *this;
  result.device = ModelDevice::none;
  if (device == ModelDevice::none || format.precision > 11) return result;
  const bool is_tf32 = is_named(format, "tf32");
  if (device == ModelDevice::v100) {
    result.block = 4;
    result.cut = 23;
  } else if (device == ModelDevice::a100) {
    result.block = is_tf32 ? 4 : 8;
    result.cut = 24;
  } else {
    result.block = is_fp8(format) ? 32 : is_tf32 ? 8 : 16;
    result.cut = is_fp8(format) ? 13 : 25;
  }
  return result;
}

FloatFormat EvaluationModel::format_of(const FloatFormat& format) const {
  if (!is_hardware() || format.range) return format;
  FloatFormat result = format;
  result.range = float_format_from_name("fp32")->range;
  return result;
}

std::string to_string(const EvaluationModel& model) {
  std::string text(name_of(model.kind));
  for (const auto& [name, device] : devices) {
    if (model.device == device) text += ":" + std::string(name);
  }
  if (model.block != 1) text += ":block=" + std::to_string(model.block);
  if (model.cut) text += ":cut=" + std::to_string(*model.cut);
  if (model.keys != EvaluationModel::flash.keys) text += ":keys=" + std::to_string(model.keys);
  if (model.descending) text += ":descending";
  if (model.saturates) text += ":saturate";
  if (model.scaling == EvaluationModel::Scaling::tensor) text += ":scale=tensor";
  if (model.scaling == EvaluationModel::Scaling::row) text += ":scale=row";
  return text;
}

std::optional<EvaluationModel> evaluation_model_from_name(std::string_view name) {
  const std::size_t end = std::min(name.find(':'), name.size());
  for (const EvaluationModel& plain : evaluation_models) {
    if (name_of(plain.kind) != name.substr(0, end)) continue;
    EvaluationModel model = plain;
    if (end == name.size()) return model;
    return model.is_hardware() && set_all(model, name.substr(end)) ? std::optional(model) : std::nullopt;
  }
  return std::nullopt;
}

std::string to_string(EvaluationStep step) {
  switch (step) {
    case EvaluationStep::encoding:
      return "encoding";
    case EvaluationStep::score:
      return "score";
    case EvaluationStep::softmax:
      return "softmax";
    case EvaluationStep::value:
      return "value";
    case EvaluationStep::output:
      return "output";
  }
  throw std::logic_error("no such step");
}

}  // namespace attest
