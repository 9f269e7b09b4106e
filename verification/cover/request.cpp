#include "verification/cover/request.hpp"

namespace attest::cover {

namespace {

std::optional<Options> current;

}  // namespace

Request::Request(Options options) : before_(std::move(current)) {
  current = std::move(options);
}

Request::~Request() {
  current = std::move(before_);
}

Options requested() {
  return current.value_or(Options());
}

}  // namespace attest::cover
