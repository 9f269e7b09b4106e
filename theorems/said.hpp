// Each statement as a line of text, in two parts: `title`, what is changed by a patch, and `body`, what is said
// of it. The writer puts them on lines, patches and lists of changes quote them.
//
//   title "value 3 (k)"   separator " = "   body "(phi_k)"
#pragma once

#include <string>

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

struct Said {
  std::string title;
  std::string separator;
  std::string body;
  Mark mark;

  std::string line() const;   // as it stands in a file, with its mark
  std::string patch() const;  // behind `change`, where every title has a sign behind it: task = at ..
};

Said said(const SourceStatement& s);
Said said(const SizeStatement& s);
Said said(const LimitStatement& s);
Said said(const ParameterStatement& s);
Said said(const InputStatement& s);
Said said(const Spelling& s);
Said said(const LetStatement& s);
Said said(const TokensStatement& s);
Said said(const TokensStatement::Feature& s);
Said said(const TaskStatement& s);
Said said(const ShatterStatement& s);  // the function's line alone
Said said_rows(const ShatterStatement& s);
Said said_columns(const ShatterStatement& s);
Said said(const ReductionStatement& s);  // the source's question alone
Said said_image(const ReductionStatement& s);
Said said_map(const ReductionStatement& s);
Said said_becomes(const ReductionStatement& s);
Said said(const ProgramStatement& s);
Said said(const ArgumentStatement& s);  // without its meaning
Said said(const EncodingStatement& s);
Said said(const HeadStatement& s);  // its line alone
Said said(const HeadStatement::Over& s);
Said said_score(const HeadStatement& s);
Said said(const RowStatement& s);
Said said(const DisplayStatement& s);
Said said(const LandingStatement& s);
Said said(const LayerStatement& s);  // its line alone
Said said(const ReadoutStatement& s);
Said said(const CheckStatement& s);
Said said(const ReadAsStatement& s);
Said said(const HintStatement& s);
Said said(const PatchStatement& s);
Said said(const ExpectStatement& s);  // variant and verdict

Said said_condition(const std::string& word, const Expression& condition);  // where P, judged if P
Said said_text(const std::string& word, const std::string& text);           // note "..", choice ".."
std::string settings_text(const ExpectStatement& s);                        // "at n=1..4; at n=5 full"

// The encoding of a layer that names no kind, as the statement that it is.
EncodingStatement encoding_of(const LayerStatement& layer);

}  // namespace attest::theorems
