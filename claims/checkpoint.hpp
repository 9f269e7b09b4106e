// What a run keeps of itself outside of the process, so that a later run of the same goes on there (--checkpoint).
#pragma once

#include <functional>
#include <optional>

#include "claims/json.hpp"

namespace attest {

struct Checkpoint {
  std::optional<Json> found;                    // what an earlier run of the same setting has kept
  std::function<void(const Json& state)> keep;  // in its place, from now on; one call at a time; may throw
  double seconds_between = 30;                  // calls, at the least; and one at the end of the run
};

// While it lives, the next Claim::verify is to use this checkpoint, or to refuse it: as with RunLimit (claims/stop.hpp) there is one at a
// time. What searches on the side, for the value of a parameter say, has no part in it.
class CheckpointRequest {
 public:
  explicit CheckpointRequest(Checkpoint checkpoint);
  ~CheckpointRequest();
  CheckpointRequest(const CheckpointRequest&) = delete;
  CheckpointRequest& operator=(const CheckpointRequest&) = delete;

  bool was_taken() const;
};

// Null where none is asked for. Whoever takes it uses or refuses it.
const Checkpoint* taken_checkpoint();

}  // namespace attest
