// anna/induction-heads, printed: the MPC protocol of the proof of Lemma F.3 (seed 001_9fe7599dfb64bc47.txt, lines 873-903), its
// messages counted. The construction with a layer is constructions/anna/induction_heads.theorem.
#pragma once

#include <memory>

#include "verification/layer_setting.hpp"

namespace attest {

std::unique_ptr<JudgedSetting> anna_induction_heads_protocol(Variant variant, const Parameters& parameters,
                                                             std::unique_ptr<LayerTask> task);

}  // namespace attest
