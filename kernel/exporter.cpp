#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/exporter.hpp"

namespace attest::theorems::coq {

using language::Expression;
using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

void outside(const std::string& why) {
  throw Refusal("coq", why + "; this is not exported so far");
}

Exporter::Exporter(SymbolicTheorem& theorem, const LemmaProof& proof)
    : theorem_(theorem), text_(theorem.text()), proof_(proof) {}

Exported Exporter::run(const Integer& least, const Integer& corner, const std::string& variant) {
  result_.least = least;
  result_.corner = corner;
  result_.title = fmt::format("{} ({}): {}", text_.id, variant, text_.title);
  result_.name = text_.id + "_" + variant;
  for (char& c : result_.name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  expect_checks();
  read_size();
  read_fields();
  read_tokens();
  read_layer();
  read_head();
  read_task();
  read_addresses();
  return std::move(result_);
}

std::string Exporter::sizes(const Laurent& value, const std::string& what) const {
  const auto text = integer(value, [this](const std::string& name) {
    if (name != size_) outside(fmt::format("{} in {}", name, value_name(name)));
    return result_.size;
  });
  if (!text) outside(fmt::format("{}, {}, with entries that are no integers", what, value.to_string()));
  return *text;
}

void Exporter::expect_checks() {
  for (const CheckStatement& check : text_.checks) {
    if (!check.essential || check.name == "output" || check.name == "displayed") continue;
    if (check.name == "unique-maximum") {
      result_.unique = true;
    } else if (check.name != "size") {
      outside(fmt::format("line {}: the check '{}'", check.place.line, check.name));
    }
  }
  if (!text_.parameters.empty()) outside("a theorem with parameters");
}

Exported exported_of(SymbolicTheorem& theorem, const LemmaProof& proof, const Integer& least,
                     const Integer& corner, const std::string& variant) {
  return Exporter(theorem, proof).run(least, corner, variant);
}

}  // namespace attest::theorems::coq
