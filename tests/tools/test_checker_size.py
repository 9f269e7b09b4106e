"""Each program that checks certificates is at most 2,500 lines, with everything that it is compiled from: what its main file includes, the
file of each header of that, and so on; and CMake compiles nothing else into it."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKER = ROOT / "checker"
LIMIT = 2500
PROGRAMS = {"attest-check": "main.cpp", "attest-check-cover": "cover_main.cpp", "attest-check-shattering": "shattering_main.cpp",
            "attest-check-reduction": "reduction_main.cpp"}


def included(text):
    """The files of this repository that it includes, from the root: an include in quotation marks that is no such file is an error."""
    files = [ROOT / name for name in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M)]
    for file in files:
        if not file.is_file():
            raise FileNotFoundError(file)
    return files


def sources(main):
    """Of a program, with what it is linked to: a header stands for the file of the same name, which defines what it declares."""
    found, waiting = set(), [main]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.add(file)
        waiting += included(file.read_text(encoding="utf-8"))
        if file.suffix == ".hpp" and file.with_suffix(".cpp").exists():
            waiting.append(file.with_suffix(".cpp"))
    return found


def lists():
    """checker/CMakeLists.txt."""
    return (CHECKER / "CMakeLists.txt").read_text(encoding="utf-8")


def compiled_by_name():
    """The files that CMake compiles for each library and each program."""
    return {name: re.findall(r"\S+\.cpp", rest)
            for name, rest in re.findall(r"^(?:attest_checker_library|add_executable)\((\S+)([^)]*)\)", lists(), re.M)}


def compiled():
    """What CMake compiles into each program, with the libraries that it is linked to."""
    files = compiled_by_name()
    linked = {name: rest.split() for name, rest in re.findall(r"^target_link_libraries\((\S+) \w+ ([^)]*)\)", lists(), re.M)}

    def of(name):
        result = {CHECKER / file for file in files[name]}
        for library in linked.get(name, []):
            if library not in ("${ATTEST_GMPXX}", "${ATTEST_MPFR}", "${ATTEST_GMP}"):
                result |= of(library)
        return result

    return {name: of(name) for name in PROGRAMS}


def lines(files):
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


class CheckerSize(unittest.TestCase):
    def test_each_program_is_at_most_2500_lines_with_all_that_it_is_compiled_from(self):
        for name, main in PROGRAMS.items():
            with self.subTest(name):
                count = lines(sources(CHECKER / main))
                self.assertLessEqual(count, LIMIT)
                self.assertGreater(count, 1500)  # the count itself sees more than the main file
                print(f"\n{name}: {count} lines")

    def test_what_is_counted_is_what_is_compiled(self):
        for name, files in compiled().items():
            with self.subTest(name):
                counted = {file for file in sources(CHECKER / PROGRAMS[name]) if file.suffix == ".cpp"}
                self.assertEqual(counted, files)

    def test_each_file_is_compiled_once(self):
        """A program that links two libraries with one file in both, as the fuzz target of the checkers would, cannot be linked."""
        files = [file for names in compiled_by_name().values() for file in names]
        self.assertEqual(sorted(set(files)), sorted(files))

    def test_no_file_of_the_folder_is_outside_of_all_counts_and_none_outside_of_the_folder_is_in_one(self):
        counted = set().union(*(sources(CHECKER / main) for main in PROGRAMS.values()))
        self.assertEqual(counted, {*CHECKER.glob("**/*.cpp"), *CHECKER.glob("**/*.hpp")})
        self.assertEqual({path.name for path in CHECKER.iterdir()} - {path.name for path in counted}, {"CMakeLists.txt"})


if __name__ == "__main__":
    unittest.main()
