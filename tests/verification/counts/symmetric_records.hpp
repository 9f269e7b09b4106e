// Small random layers whose heads sum over single tokens, most of them alike: for comparing covers by counts with the definition on every
// input. Some have one token that is not like the others.
#pragma once

#include "verification/cover/random_records.hpp"

namespace attest::symmetric_records {

std::unique_ptr<LayerSetting> random_setting(std::mt19937_64& random);

}  // namespace attest::symmetric_records
