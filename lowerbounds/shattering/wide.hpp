#pragma once

namespace attest {

// 128 bits, for products of 64-bit numbers; both g++ and clang have it.
__extension__ using Wide = unsigned __int128;

}  // namespace attest
