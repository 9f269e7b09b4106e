"""docs/tutorial.ipynb is run, cell by cell, and puts out what stands in it. `python3 test_notebook.py --write` writes it anew."""

import pathlib
import sys
import unittest

import nbclient
import nbformat

NOTEBOOK = pathlib.Path(__file__).resolve().parents[2] / "docs" / "tutorial.ipynb"


def outputs(cell):
    """What a reader sees of a cell: printed text and shown values."""
    seen = []
    for output in cell.get("outputs", ()):
        if output["output_type"] == "stream":
            seen.append((output["name"], output["text"]))
        elif output["output_type"] == "error":
            seen.append(("error", output["ename"], output["evalue"]))
        else:
            seen.append(tuple(sorted(output["data"].items())))
    return seen


def run(notebook):
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3",
                            resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # the times of this run
    return notebook


class Notebook(unittest.TestCase):
    maxDiff = 5000

    def test_every_cell_puts_out_what_stands_there(self):
        written = nbformat.read(NOTEBOOK, as_version=4)
        found = run(nbformat.read(NOTEBOOK, as_version=4))
        code = [k for k, cell in enumerate(written.cells) if cell.cell_type == "code"]
        self.assertGreater(len([k for k in code if written.cells[k].outputs]), 5)
        for k in code:
            with self.subTest(cell=written.cells[k].source):
                self.assertEqual(outputs(found.cells[k]), outputs(written.cells[k]))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        nbformat.write(run(nbformat.read(NOTEBOOK, as_version=4)), NOTEBOOK)
    else:
        unittest.main()
