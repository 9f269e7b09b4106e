// The numbers of a layer in the words of proofs/library/Setting.v: matrices, scales, readouts.
#pragma once

#include <string>

#include "attention/readout.hpp"
#include "numeric/surd.hpp"

namespace attest::theorems::coq {

// Refusal (coq): what has no place in the text of one setting.
[[noreturn]] void has_no_place(const std::string& what);

std::string matrix_text(const RationalMatrix& matrix);        // "[[1; 0]; [0; (1 # 2)]]"
std::string scale_text(const Surd& scale);                    // "(Q2R (1 # 7) * sqrt (IZR 7))%R"
std::string network_text(const attention::Readout& readout);  // "(number (1 # 8) + (-1) * stream 2)"

}  // namespace attest::theorems::coq
