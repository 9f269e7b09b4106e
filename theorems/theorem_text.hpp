// What a theorem file says, statement by statement, before anything is evaluated: the syntax tree of the
// file. Nothing here is resolved: names are as written, sizes have no values. theorems/read.hpp makes it from
// text, theorems/patch.hpp applies a variant's patches to it, theorems/instance.hpp evaluates it at given
// sizes.
//
//   attest-theorem 1
//   theorem argmax "One softmax head returns the position of the maximum"
//   sizes   n >= 1, m >= n                             limit verify n <= 12
//   input   a : [n] -> [m] injective
//   ...
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attention/kernel.hpp"
#include "claims/parameters.hpp"
#include "language/expression.hpp"
#include "language/message.hpp"
#include "language/tokens.hpp"

namespace attest::theorems {

using language::Expression;
using language::Place;

// @338, @eq15: where in the source a row, display or readout stands; empty: nothing said.
using Mark = std::string;

struct SourceStatement {  // source 000 "Theorem 4.2" lines 326-348
  std::string seed;       // "000", or a text in quotes for a source that is no seed
  std::string statement;
  long first_line = 0;  // 0: no lines said
  long last_line = 0;
  Place place;
};

struct SizeStatement {   // n >= 1 ; several in one line
  std::string name;      // the first name of its condition
  Expression condition;  // "n >= 1", "m >= n", "m mod 2 = 0"
  Place place;
};

struct LimitStatement {  // limit verify n <= 1000
  std::string command;   // verify or run
  Expression condition;
  Place place;
};

struct
    ParameterStatement {  // param c = 3 ; param c = auto in 1/4*(1..2000) ; param s in {1, 2} = 1 ; param r > 0
                          // param T : [n] -> [m] from seed ; param T : [n] -> [m] from file
  std::string name;
  std::vector<Expression> domains;  // of a table; empty: one number
  Expression range;                 // of a table; null: one number
  std::string from;                 // of a table: "seed", "file" or "seed or file"
  Expression value;                 // default or definition; null with `auto` or where it must be given
  bool automatic = false;           // c = auto in CANDIDATES: the first one whose run at this setting holds
  Expression candidates;            // of auto
  Expression allowed;               // `in SET`: what may be given; null: any rational number
  Expression condition;             // c > 0: what has to hold of it; null: nothing
  Place place;
};

// The type of an input: a product of domains to a range.
//   [n]               one number                     domains empty, range [n]
//   [n] -> [m]        a function                     domains {[n]}
//   [n] x [n] -> {0,1}   a relation
//   word n over [k]   the same as [n] -> [k]
enum class Shape { any, injective, permutation, subset };
struct InputStatement {
  std::string name;
  std::vector<Expression> domains;
  Expression range;
  Shape shape = Shape::any;  // subset: domains empty, a subset of `range`; reads as a function range -> {0,1}
  bool word = false;         // said as `word n over [k]`
  Place place;
};

// How an input is spelled in JSON: spelled {"f": [G, H], "x": x}.
struct Spelling {
  enum class Kind { input, letters, list, object };  // letters: a word over 1..26 as "aabc"
  Kind kind = Kind::input;
  std::string input;              // its name; of letters, too
  std::vector<std::string> keys;  // of an object
  std::vector<Spelling> parts;    // of a list or an object
  Place place;
};

struct TokensStatement {  // tokens l in [2*n+1] carry phi = G ++ H ++ (x) ; tokens PAIR (i,j) in [m] x [m]
                          // carry A = A(i,j)
  std::string kind;       // "PAIR"; empty: the only kind
  std::vector<std::string> indices;
  std::vector<Expression> ranges;  // one for each index
  struct Feature {
    std::string name;
    Expression value;  // in the indices, sizes, parameters and inputs; a concat of functions and tuples is a
                       // word that the (single) index reads; null with `entries`
    // carry phi by phi(l + (j-1)*t) = f(j,l) for l in [n], j in [t]; phi(3*n+1) = x
    struct Entry {
      std::vector<Expression> at;
      Expression value;
      std::vector<language::Binder> binders;
      Place place;
    };
    std::vector<Entry> entries;
    Place place;
  };
  std::vector<Feature> features;
  Place place;
};

enum class AnswerKind { number, sign, vector };
struct TaskStatement {
  std::string kind;  // of the judged tokens; empty: the only kind
  // `at 2*n+1`: the judged token's index or indices. `at every i`, `at every (i,j)`: names for them, all
  // tokens of the kind.
  bool every = false;
  std::vector<std::string> indices;
  std::vector<Expression> at;
  AnswerKind answer = AnswerKind::number;
  Expression dimension;  // vector d within eps
  Expression within;
  Expression truth;  // in sizes, parameters, inputs and the indices of `every`
  Place place;
};

struct RowStatement {  // row 1 as f(i) = n*(phi_i^2, ...)   @342 ; query = (...) ; key (j) = (...) ; value 2
                       // (j) = (1)
  enum class Role { row, value };
  Role role = Role::row;
  Expression number;   // which variable of the attention polynomial, from 1; null: `value = ..` of a standard
                       // head (2). `query = ..` is row 1 with the label "query", `key = ..` row 2 with "key"
  std::string family;  // row j in 2..t+1 (l) = ..: "j"; the number is then the name j
  Expression members;  // of a family: 2..t+1
  std::string label;   // "f"
  std::vector<std::string>
      indices;  // what this row calls its token's index or indices; empty: as the tokens statement does
  std::vector<std::string>
      receiver;  // value (i), (j): what it calls the receiver's; empty: it does not speak of the receiver
  Expression vector;  // a tuple, a factor times a tuple, a sum of such, or a name of a let; coordinates may
                      // be labelled
  std::vector<std::string>
      coordinates;  // labels: `value = (out: pos)`; as many as coordinates, empty texts where unlabelled
  std::vector<Expression> places;  // `value = (side(l): pos)`: l; as many, null where the label has no place
  Mark mark;
  Place place;
  bool at_these_sizes = false;  // found from the head's score, whose sizes are numbers in it
};

struct DisplayStatement {  // displayed score = EXPR  @346
                           // displayed inner j in [t] = EXPR: the product of the rows j and j+1, for each j
  std::string what;        // "score"
  std::string family;      // "j"; empty: one display
  Expression members;      // of a family: [t]
  Expression formula;      // in the rows' indices and features
  bool essential = true;
  Mark mark;
  std::string mend;  // why another variant changes it, in that variant's words; variant_of fills it in
  Place place;
};

// a(i) = if i = k then 1 else 0: what an input is at every argument.
struct InputAssignment {
  std::string input;
  std::vector<std::string> indices;  // names for its arguments
  Expression value;
  Place place;
};

// A Boolean function of the inputs, for its splitting VC dimension, in the place of tokens, task and layer; and rows that
// are claimed to be shattered:
//   shatter exists i in [m]: a(i) = 1 and b(i) = 1
//   rows    k in [m]: a(i) = if i = k then 1 else 0
//   columns b(i) = has(i)
struct ShatterStatement {
  Expression function;
  Place place;
  std::string index;  // of the rows; empty: none are claimed
  Expression members;
  std::vector<InputAssignment> rows;  // of the row `index`
  Place rows_place;
  std::vector<InputAssignment>
      columns;  // of the column that has 1 in the rows k with has(k) = 1, and 0 in the others
  Place columns_place;
};

// A reduction, in the place of tokens, task and layer: the inputs are the source instance.
//   reduction exists i in [m]: a(i) = 1 and b(i) = 1             the source's question
//   image     A : [m+1] x [m+1] -> {0, 1}                        what the target instance is
//   map       A(i,j) = if i = 1 and j >= 2 then a(j - 1) else 0  the target instance of a source instance
//   becomes   exists j in [m+1]: A(1,j) = 1                      the target's question, of the image alone
//   tokens    (i,j) in [m+1] x [m+1] carry A = A(i,j)            how the target instance is presented; may be left out
struct ReductionStatement {
  Expression question;
  Place place;
  std::vector<InputStatement> image;
  Place image_place;
  std::vector<InputAssignment> map;  // each of `image` once
  Place map_place;
  Expression asked;
  Place asked_place;
};

// What C++ of the catalogue runs has this in the place of sizes, input, tokens, task and layer; its variants are programs:
//   program  reduction
//   argument n : integer 1..4 "vectors in each set"
//   argument h : polynomial or all = "x1*x2 + x2*x3" "the attention polynomial"
struct ProgramStatement {
  std::string kind;  // construction, algorithm, reduction, lowerbound or task
  Place place;
};
struct ArgumentStatement {
  ParameterSpec spec;
  Place place;
};

struct LetStatement {  // let s(i,j) = EXPR
  std::string name;
  std::vector<std::string> arguments;
  Expression value;
  Place place;
};

using attention::Kernel;
struct HeadStatement {
  std::string name;  // "head strassen": empty; the program numbers them; `head left strassen, ..` names it
  Kernel kernel = Kernel::softmax;
  std::string polynomial;       // standard, strassen, third-order, triangular, or "x1*x2 + x2*x3" of poly(..)
  Expression polynomial_arity;  // poly(path t): symbolic arity; null otherwise
  bool leftmost = false;        // of a hard maximum
  // What is not said of kernel and polynomial: `head softmax` is standard, `head strassen` is softmax.
  bool kernel_said = false;
  Expression scale;  // with sqrt(..) and log(..); null: 1
  Mark scale_mark;
  // over k in KIND ; over j in [n] : which tokens the summed variables run over; over l: (i,l),(l,j)
  struct Over {
    std::string variable;
    std::string kind;
    Expression range;
    std::vector<Expression> tuples;
    Expression such_that;  // mask: `over j where j <= i`
    Place place;
  };
  std::vector<Over> over;
  std::vector<LetStatement> lets;
  std::vector<RowStatement> rows;
  std::vector<DisplayStatement> displays;
  // score = EXPR: the score itself, in the place of rows; the program finds the rows. Null: rows are given.
  Expression score;
  Mark score_mark;
  Place score_place;
  // head NAME for Sigma in (m, 2*m): one head for each value
  std::string family;
  std::vector<Expression> members;
  Place place;
};

struct LandingStatement {  // out head.1 -> stream.6 ; left.out -> stream.out
  Expression from;
  Expression to;
  Expression factor;   // out 2*head.1 -> ...; null: 1
  std::string choice;  // choice "W_O is not given; ..."
  Place place;
};

// encode PAIR (A, B, i, j), where there are several kinds of tokens.
struct EncodingStatement {
  std::string kind;
  bool embed = false;
  std::vector<std::string> coordinates;  // with `embed`
  std::vector<Expression> encoding;
  Mark mark;
  Place place;
};

struct LayerStatement {
  Expression dimension;  // d = 7; null: as many as the encoding has
  bool residual = false;
  bool embed = false;                    // named coordinates
  std::vector<std::string> coordinates;  // with `embed`
  std::vector<Expression> encoding;
  Mark encoding_mark;
  Place encoding_place;
  std::vector<EncodingStatement> encodings;  // those that name a kind; the ones above then stay empty
  std::vector<HeadStatement> heads;
  std::vector<LandingStatement> landings;
  // layer for l in 0..top: one layer for each value, in their order
  std::string family;
  Expression members;
  Place place;
};

struct ReadoutStatement {
  Expression value;  // in stream.c and sizes: affine, relu, abs, min, max; null with `maps`
  // readout matrix ((1,-1)) bias (0), matrix ((1)) bias (1/2): affine maps, a ReLU between each two
  struct Map {
    Expression weight;
    Expression bias;  // null: 0
    Place place;
  };
  std::vector<Map> maps;
  Mark mark;
  Place place;
};

struct CheckStatement {  // output ; unique-maximum ; size constant in n ; growth error <= exp(-some c * n^2)
                         // ; assert n >= 2
  std::string name;
  bool essential = true;               // check: true, also: false
  Expression formula;                  // of growth, error, gap, threshold, assert
  std::vector<std::string> constants;  // `some c` in the formula: c is to be found
  std::vector<std::string> names;      // of `size constant in n, m`; the name in `assert NAME: ..`, if any
  Mark mark;
  Place place;
};

// change PATH = VALUE because ".." ; drop PATH ; add STATEMENT
struct PatchStatement {
  enum class Action { change, drop, add };
  Action action = Action::change;
  std::vector<std::string>
      path;  // {"value", "3"}, {"head", "left", "row", "2"}, {"displayed", "score"}, {"param", "c"}, {"c"}
  std::string statement;  // what stands after the path, as text: reparsed in place of the old one
  std::string
      written;  // the action, path and statement as the file has them, for the places of what is wrong
  std::string because;
  Place place;
};

struct Remark {  // statement "..", note "..", choice ".."
  std::string text;
  Place place;
  operator const std::string&() const { return text; }
};

struct VariantStatement {
  std::string name;  // "printed", "repaired", "cold"
  std::string title;
  bool program = false;  // variant printed program "..": no layer of the text; C++ of the catalogue runs it
  std::vector<PatchStatement> patches;
  std::vector<Remark>
      differences;  // of a program: change ".."; what it does otherwise than the print, one sentence each
  // A whole layer block (and its readout) in the place of the theorem's; empty: none.
  std::vector<LayerStatement> layers;
  std::optional<ReadoutStatement> readout;
  Place place;
};

struct ExpectStatement {  // expect printed refuted(display), repaired holds at n=1..4; at n=5 full
  std::string variant;    // empty: every variant, or `stated`
  std::string verdict;
  std::string kind;  // display, constant, construction, statement; empty: not said
  struct Setting {
    std::vector<std::string> words;  // {"n=1..4", "m=4"}
    std::vector<Expression> every;   // at every n >= 3 m >= n: a corner, for `prove`
    bool full = false;               // of the full audit alone
    std::string input;               // by INPUT
  };
  std::vector<Setting> settings;
  Place place;
};

struct ReadAsStatement {  // read LITERAL as EXPR because ".."
  std::string literal;    // as to_string writes the expression that it is
  Expression printed;     // that expression
  Expression expression;
  std::string because;
  Place place;
};

struct HintStatement {  // hint squares ; hint shift = n ; hint ties-harmless
  std::string name;
  Expression value;  // null: none
  Place place;
};

struct TheoremText {
  std::string id;
  std::string title;
  Place place;
  std::optional<Remark> statement;      // in words
  std::string extends;                  // strassen/function-composition or a file; empty: none
  std::string extends_variant;          // (repaired)
  std::vector<PatchStatement> changes;  // of a theorem that extends another
  // Of the whole text of such a theorem (theorems/patch.hpp, extended): "strassen/function-composition (repaired)", and what it changes.
  std::string base;
  std::vector<std::string> base_changes;
  std::vector<std::pair<int, std::string>>
      base_texts;  // the numbers of the texts below it (Place::text), and what they are called
  std::vector<SourceStatement> sources;
  std::vector<SizeStatement> sizes;
  std::vector<LimitStatement> limits;
  std::vector<ParameterStatement> parameters;
  std::vector<InputStatement> inputs;
  std::optional<Spelling> spelled;
  std::vector<Expression> where;  // narrows the domain; the rank stays that of the product
  Expression judged_if;           // null: always
  std::vector<LetStatement> lets;
  std::vector<TokensStatement> tokens;
  std::vector<TaskStatement> tasks;
  std::optional<ShatterStatement> shatter;
  std::optional<ReductionStatement> reduction;
  std::optional<ProgramStatement> program;
  std::vector<ArgumentStatement> arguments;
  std::vector<LayerStatement> layers;
  std::optional<ReadoutStatement> readout;
  std::vector<CheckStatement> checks;
  std::vector<VariantStatement> variants;
  std::vector<ExpectStatement> expects;
  std::vector<ReadAsStatement> readings;
  std::vector<Remark> choices;
  std::vector<Remark> notes;
  std::vector<HintStatement> hints;
  std::vector<language::Comment> comments;  // for `attest fmt` alone
  // What the places point into, for who quotes a line: the text itself, and the texts below it.
  std::vector<std::shared_ptr<const language::SourceText>> texts;
};

}  // namespace attest::theorems
