// What a run asks of covers beside the verdict. As with RunLimit (claims/stop.hpp), what holds while the object lives is found by whoever
// needs it; runs do not overlap, their threads do.
#pragma once

#include <optional>

#include "claims/given.hpp"

namespace attest::cover {

struct Options {
  Given<std::optional<double>> margin;  // enclose margins within this factor, above 1
  Given<bool> count;                    // the failing inputs
};

class Request {
 public:
  explicit Request(Options options);
  ~Request();
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

 private:
  std::optional<Options> before_;
};

// Of the request that lives, if one does.
Options requested();

}  // namespace attest::cover
