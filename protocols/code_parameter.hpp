// The codes that claims about encoded messages name, and words about an encoding's size.
#pragma once

#include <string>

#include "claims/whole_claim.hpp"
#include "protocols/message_encoding.hpp"

namespace attest::mpc {

// "greedy" or "reed-solomon".
SlotCode code_by_name(const std::string& name, long q, long alpha);

// Any two machines share so few slots that alpha machines have a slot each: counted over all pairs.
Check separation_check(const SlotCode& code, long alpha);

// At most as many blocks as the proof beside greedy_code grants. Only for the greedy code.
Check block_bound_check(const SlotCode& code, long q, long alpha);

// m beside alpha^4 Delta log2 q (rounded up). One size decides nothing about O(..), so it is undecided.
Check growth_check(const MessageEncoding& encoding, long alpha, long delta, long q);

// {"slots": .., "blocks": .., "dimension": .., "alpha^4 Delta ceil(log2 q)": ..}
Json encoding_json(const MessageEncoding& encoding, long alpha, long delta, long q);

}  // namespace attest::mpc
