#include "tools/attest/report/table_script.hpp"

#include <charconv>
#include <cstdint>

#include "claims/input_files.hpp"

namespace attest::report {

namespace {

// RFC 4648.
std::string base64_of_hexadecimal(const std::string& digits) {
  constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char digit : digits) {
    unsigned value = 0;
    std::from_chars(&digit, &digit + 1, value, 16);
    bits = (bits << 4) | value;
    count += 4;
    if (count < 6) continue;
    count -= 6;
    text += letters[(bits >> count) & 63];
  }
  if (count > 0) text += letters[(bits << (6 - count)) & 63];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

}  // namespace

const std::string& table_script() {
  static const std::string script = R"js(
"use strict";
for (const table of document.querySelectorAll("table.catalogue")) {
  const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const form = document.createElement("form"), count = document.createElement("p"), tests = [];
  form.className = "filters";
  form.onsubmit = () => false;
  count.setAttribute("role", "status");
  count.className = "muted";
  const filter = () => {
    let shown = 0;
    for (const row of rows) {
      row.hidden = !tests.every(test => test(row));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = shown + " of " + rows.length + " rows";
  };
  const field = (name, input) => {
    const label = document.createElement("label");
    label.append(name, input);
    input.addEventListener("input", filter);
    form.append(label);
  };
  for (const k of table.dataset.filters.split(" ")) {
    const select = document.createElement("select");
    select.append(new Option("all", ""));
    for (const value of [...new Set(rows.map(row => row.cells[k].textContent))].sort()) select.append(new Option(value, value));
    tests.push(row => select.value === "" || row.cells[k].textContent === select.value);
    field(heads[k].textContent, select);
  }
  const text = document.createElement("input");
  text.type = "search";
  tests.push(row => row.textContent.toLowerCase().includes(text.value.toLowerCase()));
  field("contains", text);
  heads.forEach((head, k) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows.sort((a, b) => a.cells[k].textContent.localeCompare(b.cells[k].textContent, "en", {numeric: true}));
      if (down) rows.reverse();
      body.append(...rows);
    });
  });
  table.parentElement.before(form, count);
  filter();
}
)js";
  return script;
}

std::string table_script_hash() {
  return "'sha256-" + base64_of_hexadecimal(sha256(table_script())) + "'";
}

}  // namespace attest::report
