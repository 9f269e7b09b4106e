// What Coq's kernel says of a text that `attest export --to coq` writes: it is compiled with the library in proofs/, which is built
// into the program, and what its theorems rest on is compared with the axioms of proofs/library/allowed.axioms.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "claims/json.hpp"
#include "tools/attest/listing.hpp"

namespace attest {

struct KernelVerdict {
  // undecided: the compiler did not come to its end.
  enum class Status { accepted, rejected, undecided, not_exported };
  Status status = Status::rejected;
  std::string theorem;              // the last one of the text
  std::string compiler;             // "Coq 8.16.1"
  std::vector<std::string> axioms;  // each with its statement; of an accepted text
  std::string reason;               // of another one, a sentence

  Json document() const;
  std::string sentence() const;
};

// Runs $COQC, else coqc; what a text needs of the library is compiled once. UsageError where there is no compiler.
class KernelCheck {
 public:
  KernelCheck();
  ~KernelCheck();
  KernelVerdict operator()(const std::string& text);

 private:
  class Folder;
  std::unique_ptr<Folder> folder_;
  std::string compiler_;
  std::set<std::string> compiled_;  // modules of the library
};

// The same without a text: why there is none.
KernelVerdict not_exported(const std::string& reason);

}  // namespace attest
