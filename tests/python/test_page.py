"""docs/python.md: the session that it shows."""

import doctest
import pathlib
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


class Page(unittest.TestCase):
    def test_the_session_of_the_page_is_what_python_answers(self):
        failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
        self.assertGreater(tried, 15)
        self.assertEqual(failed, 0)
