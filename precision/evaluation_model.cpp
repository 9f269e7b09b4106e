#include "precision/evaluation_model.hpp"

#include <stdexcept>

namespace attest {

std::string to_string(EvaluationModel model) {
  switch (model) {
    case EvaluationModel::stored:
      return "stored";
    case EvaluationModel::plain:
      return "plain";
    case EvaluationModel::mixed:
      return "mixed";
  }
  throw std::logic_error("no such model");
}

std::optional<EvaluationModel> evaluation_model_from_name(std::string_view name) {
  for (const EvaluationModel model : evaluation_models) {
    if (to_string(model) == name) return model;
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
