#include "attest/attest.hpp"

#include "library/call.hpp"

namespace attest::api {

namespace {

Answer answered(const char* command, const Theorem* theorem, const Request& request) noexcept {
  try {
    return call(command, theorem, request);
  } catch (...) {
    return {Outcome::internal_error, "", "no memory"};  // short enough to need none
  }
}

}  // namespace

const char* to_string(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::holds:
      return "holds";
    case Outcome::refuted:
      return "refuted";
    case Outcome::usage_error:
      return "usage-error";
    case Outcome::undecided:
      return "undecided";
    case Outcome::internal_error:
      return "internal-error";
    case Outcome::write_error:
      return "write-error";
    case Outcome::stopped:
      return "stopped";
  }
  return "internal-error";
}

Theorem::Theorem(Kind kind, std::string content) : kind_(kind), content_(std::move(content)) {}

Theorem Theorem::named(std::string name) {
  return {Kind::named, std::move(name)};
}

Theorem Theorem::file(std::string path) {
  return {Kind::file, std::move(path)};
}

Theorem Theorem::text(std::string text) {
  return {Kind::text, std::move(text)};
}

Answer catalogue(const Request& request) noexcept {
  return answered("list", nullptr, request);
}

Answer check(const Theorem& theorem, const Request& request) noexcept {
  return answered(theorem.is_named() ? "show" : "check", &theorem, request);
}

Answer show(const Theorem& theorem, const Request& request) noexcept {
  return answered("show", &theorem, request);
}

Answer verify(const Theorem& theorem, const Request& request) noexcept {
  return answered("verify", &theorem, request);
}

Answer prove(const Theorem& theorem, const Request& request) noexcept {
  return answered("prove", &theorem, request);
}

Answer run(const Theorem& theorem, const Request& request) noexcept {
  return answered("run", &theorem, request);
}

Answer explain(const Theorem& theorem, const Request& request) noexcept {
  return answered("explain", &theorem, request);
}

Answer shatter(const Theorem& function, const Request& request) noexcept {
  return answered("shatter", &function, request);
}

Answer shatter(const Request& request) noexcept {
  return answered("shatter", nullptr, request);
}

Answer reduce(const Theorem& reduction, const Request& request) noexcept {
  return answered("reduce", &reduction, request);
}

Answer precision(const Theorem& theorem, const Request& request) noexcept {
  return answered("precision", &theorem, request);
}

Answer report(const Theorem& theorem, const Request& request) noexcept {
  return answered("report", &theorem, request);
}

const char* version() noexcept {
  return ATTEST_VERSION;
}

}  // namespace attest::api
