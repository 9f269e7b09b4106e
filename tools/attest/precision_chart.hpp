// The least widths of several settings as a chart, beside what margins say and what is proved for every size.
#pragma once

#include <optional>
#include <vector>

#include "theorems/precision/sufficient_bits.hpp"
#include "tools/attest/precision_report.hpp"
#include "tools/attest/report/chart.hpp"

namespace attest {

// A line a model with its slope, where one integer parameter varies, and lines at the widths of bfloat16, fp16 and fp32. Settings that
// differ in more have their parameters on the axis, and no slope.
report::Chart precision_chart(const std::vector<PrecisionReport>& reports,
                              const std::optional<theorems::SufficientBits>& proved);

// What is proved for every size of the parameter that varies, with the others as they are; nothing for what is no layer as text.
std::optional<theorems::SufficientBits> proved_bits(const std::vector<PrecisionReport>& reports,
                                                    const Claim& claim, const VerifyOptions& options);

}  // namespace attest
