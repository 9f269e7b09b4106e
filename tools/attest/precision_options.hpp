// --formats and --models of `attest precision`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "numeric/floating/float_format.hpp"
#include "precision/evaluation_model.hpp"

namespace attest {

// Names to offer.
std::vector<std::string> float_format_words();
std::vector<std::string> evaluation_model_words();

// What the user wrote; all named formats, and the models tensor-core and plain, where nothing was. UsageError.
std::vector<FloatFormat> chosen_formats(const std::optional<std::string>& given);
std::vector<EvaluationModel> chosen_models(const std::optional<std::string>& given);

// A format that none of the models has is refused where it was asked for; what some have is run under those.
void check_offered(const std::vector<FloatFormat>& formats, const std::vector<EvaluationModel>& models,
                   const std::optional<std::string>& given);

}  // namespace attest
