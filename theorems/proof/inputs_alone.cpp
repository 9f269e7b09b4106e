#include "theorems/proof/inputs_alone.hpp"

namespace attest::theorems {

using language::Op;

TheoremText inputs_alone(TheoremText text) {
  text.layers = {LayerStatement()};
  LayerStatement& layer = text.layers.front();
  layer.embed = true;
  layer.coordinates = {"one"};
  layer.encoding = {language::number(1)};
  HeadStatement head;
  for (const auto role : {RowStatement::Role::row, RowStatement::Role::value}) {
    RowStatement row;
    row.role = role;
    row.vector = language::node(Op::tuple, {language::number(1)});
    row.coordinates = {""};
    row.number = language::number(1);
    if (role == RowStatement::Role::row) head.rows.push_back(row);
    row.number = language::number(2);
    head.rows.push_back(row);
  }
  layer.heads = {head};
  text.tokens = {TokensStatement()};
  text.tokens.front().indices = {"place of the only token"};
  text.tokens.front().ranges = {language::node(Op::range, {language::number(1)})};
  TaskStatement task;
  task.at = {language::number(1)};
  task.answer = AnswerKind::sign;
  task.truth = language::node(Op::equal, {language::number(0), language::number(0)});
  text.tasks = {task};
  text.readout.emplace();
  text.readout->value = language::number(0);
  text.checks.clear();
  return text;
}

}  // namespace attest::theorems
