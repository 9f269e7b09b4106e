#include "claims/checkpoint.hpp"

#include <stdexcept>
#include <utility>

namespace attest {

namespace {

std::optional<Checkpoint> current;
bool taken = false;

}  // namespace

CheckpointRequest::CheckpointRequest(Checkpoint checkpoint) {
  if (current) throw std::logic_error("two checkpoints at a time");
  current = std::move(checkpoint);
  taken = false;
}

CheckpointRequest::~CheckpointRequest() {
  current.reset();
}

bool CheckpointRequest::was_taken() const {
  return taken;
}

const Checkpoint* taken_checkpoint() {
  taken = true;
  return current ? &*current : nullptr;
}

}  // namespace attest
