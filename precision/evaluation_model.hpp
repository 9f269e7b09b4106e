// How a transformer is evaluated on a floating-point format. The answer to "does it still compute its
// function?" depends on it, and papers do not say; docs/precision.md writes every operation down.
//
//   stored   weights, scales and encodings are rounded to the format once; everything else is exact
//   plain    they are rounded, and every operation is rounded to the format; sums in index order; the softmax
//            subtracts the maximum
//   mixed    they are rounded; the factors of every product are rounded to the format and so is the product;
//            sums, scaling, softmax and ReLU are in fp32
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace attest {

enum class EvaluationModel { stored, plain, mixed };

inline constexpr std::array evaluation_models{EvaluationModel::stored, EvaluationModel::plain,
                                              EvaluationModel::mixed};

std::string to_string(EvaluationModel model);
std::optional<EvaluationModel> evaluation_model_from_name(std::string_view name);

// The steps of an evaluation. Each can be done in wide arithmetic instead, to see which one loses the answer.
enum class EvaluationStep { encoding, score, softmax, value, output };

inline constexpr std::array evaluation_steps{EvaluationStep::encoding, EvaluationStep::score,
                                             EvaluationStep::softmax, EvaluationStep::value,
                                             EvaluationStep::output};

std::string to_string(EvaluationStep step);

}  // namespace attest
