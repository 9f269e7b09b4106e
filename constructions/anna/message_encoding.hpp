// anna/message-encoding: Lemma B.4 of seed 001_9fe7599dfb64bc47.txt, lines 518-522. The encoding itself is
// protocols/message_encoding.hpp.
#pragma once

#include <memory>

#include "claims/claim.hpp"

namespace attest {

std::unique_ptr<Claim> anna_message_encoding_claim();

}  // namespace attest
