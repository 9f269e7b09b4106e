// How a transformer is evaluated on a floating-point format. The answer to "does it still compute its
// function?" depends on it, and papers do not say; docs/precision-models.md writes every operation down, with
// its sources.
//
//   stored        weights, scales and encodings are rounded to the format once; everything else is exact
//   plain         they are rounded, and every operation is rounded to the format; sums in index order; the
//                 softmax subtracts the maximum
//   tensor-core   what a matrix product takes in is in the format, products are exact, sums in fp32; softmax
//                 in fp32, its weights cast to the format before they meet the values; outputs cast
//   flash         the same, the softmax by blocks of tuples with a running maximum, divided at the end
//
// What is published of the last two leaves options open, which a model's name may carry behind colons:
// "tensor-core:block=4:cut=23", "flash:keys=2", "tensor-core:h100", "tensor-core:scale=row".
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "numeric/floating/float_format.hpp"

namespace attest {

struct EvaluationModel {
  enum class Kind { stored, plain, tensor_core, flash };
  // GPUs whose sums of products have been measured (docs/precision-models.md): block and cut follow from the
  // format there.
  enum class Device { none, v100, a100, h100 };
  // Of what is cast to the format: by powers of two, for each tensor or for each row.
  enum class Scaling { none, tensor, row };

  Kind kind = Kind::plain;
  // Of tensor_core and flash.
  long block = 1;  // products that are added to an fp32 number at once, 1 to most_block
  std::optional<long> cut =
      std::nullopt;         // else rounded to nearest: summands are aligned to the largest exponent and cut
                            // to that many bits behind the leading one, least_cut to most_cut
  bool descending = false;  // the last products first, and of flash the last blocks
  Device device = Device::none;  // then block and cut are the device's
  bool saturates = false;        // a cast that overflows gives the largest number
  Scaling scaling = Scaling::none;
  long keys = 64;  // of flash: tuples of a block of the softmax

  static constexpr long most_block = 256;
  static constexpr long least_cut = 1;
  static constexpr long most_cut = 40;
  static constexpr long most_keys = 1000000;

  static const EvaluationModel stored;
  static const EvaluationModel plain;
  static const EvaluationModel tensor_core;
  static const EvaluationModel flash;

  // Whether its sums are fp32's.
  bool is_hardware() const { return kind == Kind::tensor_core || kind == Kind::flash; }
  // Whether it has the format: sums in fp32 are not offered to formats of more than fp32's 24 bits, nor a
  // device's to formats that its tensor cores do not multiply (V100: bfloat16, tf32, fp8; A100: fp8).
  bool offers(const FloatFormat& format) const;
  // With the device's block and cut for that format. Formats of more than 11 bits are no tensor core's: fused
  // multiply-adds in fp32, one product at a time and to nearest.
  EvaluationModel on(const FloatFormat& format) const;
  // p<bits> has fp32's exponents under tensor_core and flash, as bfloat16 and tf32 have.
  FloatFormat format_of(const FloatFormat& format) const;
  // The greatest significand width that a search for the least one looks at.
  long greatest_width() const { return is_hardware() ? 24 : 1024; }

  friend auto operator<=>(const EvaluationModel&, const EvaluationModel&) = default;
};

inline constexpr EvaluationModel EvaluationModel::stored{.kind = Kind::stored};
inline constexpr EvaluationModel EvaluationModel::plain{.kind = Kind::plain};
inline constexpr EvaluationModel EvaluationModel::tensor_core{.kind = Kind::tensor_core};
inline constexpr EvaluationModel EvaluationModel::flash{.kind = Kind::flash};

// Without options.
inline constexpr std::array evaluation_models{EvaluationModel::stored, EvaluationModel::plain,
                                              EvaluationModel::tensor_core, EvaluationModel::flash};

// With the options that are not at their defaults.
std::string to_string(const EvaluationModel& model);
std::optional<EvaluationModel> evaluation_model_from_name(std::string_view name);

// The steps of an evaluation. Each can be done in wide arithmetic instead, to see which one loses the answer.
enum class EvaluationStep { encoding, score, softmax, value, output };

inline constexpr std::array evaluation_steps{EvaluationStep::encoding, EvaluationStep::score,
                                             EvaluationStep::softmax, EvaluationStep::value,
                                             EvaluationStep::output};

std::string to_string(EvaluationStep step);

}  // namespace attest
