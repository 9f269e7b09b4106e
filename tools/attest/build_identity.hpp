// Which build this is: the commit, with a hash of the changes to it where there are any
// (tools/cmake/BuildIdentity.cmake).
#pragma once

namespace attest {

const char* build_identity();

}  // namespace attest
