#include "tools/attest/precision_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/suggestion.hpp"
#include "claims/usage_error.hpp"

namespace attest {

std::vector<std::string> float_format_words() {
  std::vector<std::string> names;
  for (const FloatFormat& format : named_float_formats()) names.push_back(format.name);
  return names;
}

std::vector<std::string> evaluation_model_words() {
  std::vector<std::string> names;
  for (const EvaluationModel model : evaluation_models) names.emplace_back(to_string(model));
  return names;
}

namespace {

std::vector<std::string> comma_list(const std::string& text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return words;
}

}  // namespace

std::vector<FloatFormat> chosen_formats(const std::optional<std::string>& given) {
  if (!given) return named_float_formats();
  std::vector<FloatFormat> formats;
  for (const std::string& name : comma_list(*given)) {
    const auto format = float_format_from_name(name);
    if (!format) {
      throw UsageError("--formats", *given,
                       fmt::format("some of {}, p{}..p{}, separated by commas{}",
                                   fmt::join(float_format_words(), ", "), least_float_precision,
                                   greatest_float_precision, maybe_meant(name, float_format_words())));
    }
    if (std::find(formats.begin(), formats.end(), *format) != formats.end())
      throw UsageError("--formats", *given, "each format once");
    formats.push_back(*format);
  }
  return formats;
}

std::vector<EvaluationModel> chosen_models(const std::optional<std::string>& given) {
  if (!given) return {EvaluationModel::tensor_core, EvaluationModel::plain};
  std::vector<EvaluationModel> models;
  for (const std::string& name : comma_list(*given)) {
    const auto model = evaluation_model_from_name(name);
    if (!model || std::find(models.begin(), models.end(), *model) != models.end())
      throw UsageError(
          "--models", *given,
          "some of stored, plain, tensor-core and flash, each once, separated by commas; the last two "
          "with options behind colons, as in tensor-core:block=4:cut=23 or flash:h100" +
              (model ? "" : maybe_meant(name, evaluation_model_words())));
    models.push_back(*model);
  }
  return models;
}

// A format that none of the models has is refused; what some have is run under those.
void check_offered(const std::vector<FloatFormat>& formats, const std::vector<EvaluationModel>& models,
                   const std::optional<std::string>& given) {
  if (!given) return;
  for (const FloatFormat& format : formats) {
    const bool offered = std::any_of(models.begin(), models.end(),
                                     [&](const EvaluationModel& model) { return model.offers(format); });
    if (offered) continue;
    throw UsageError(
        "--formats", format.name,
        fmt::format("a format of the models: {} adds up in fp32 what a GPU multiplies, and has no "
                    "{}",
                    to_string(models.front()), format.name));
  }
}

}  // namespace attest
