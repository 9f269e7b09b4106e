// anna/k-hop, printed: the MPC protocol of the proof of Theorem F.4 (seed 001_9fe7599dfb64bc47.txt, lines 905-941), its
// messages counted. The construction with layers is constructions/anna/k_hop.theorem.
#pragma once

#include <memory>

#include "verification/layer_setting.hpp"

namespace attest {

std::unique_ptr<JudgedSetting> anna_k_hop_by_protocol(Variant variant, const Parameters& parameters,
                                                      std::unique_ptr<LayerTask> task);

}  // namespace attest
