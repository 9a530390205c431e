"""
Lists or runs tests with unittest. The argument is a JSON object: `paths`, `args`; for a run also `progress` (a file), and `names`
of the tests or null for all.
"""
import inspect
import json
import os
import sys

writes_none = sys.dont_write_bytecode
sys.dont_write_bytecode = True
from _dapplex_tests import Progress, begin_in_folder, line_in, print_list, stop_at  # noqa: E402

sys.dont_write_bytecode = writes_none
asked = json.loads(sys.argv[1])
begin_in_folder()

import unittest  # noqa: E402


def place_of(test):
    """The file and line of a test; without them where it has no code of its own (a module that cannot be imported)."""
    name = test.id()
    try:
        method = inspect.unwrap(getattr(type(test), test._testMethodName))
        file = os.path.abspath(inspect.getsourcefile(method))
        return {'name': name, 'file': file, 'line': method.__code__.co_firstlineno}
    except (AttributeError, TypeError):
        return {'name': name}


def cases_in(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from cases_in(test)
        else:
            yield test


def load(paths):
    """The tests of files and folders, each found from the folder where the tests are run."""
    loader = unittest.TestLoader()
    top = os.getcwd()
    found = []
    for path in paths:
        if os.path.isdir(path):
            found += cases_in(loader.discover(path, pattern='test*.py', top_level_dir=top_of(path, top)))
            found += cases_in(loader.discover(path, pattern='*_test.py', top_level_dir=top_of(path, top)))
        else:
            module = os.path.relpath(path, top_of(os.path.dirname(path), top))
            sys.path.insert(0, top_of(os.path.dirname(path), top))
            found += cases_in(loader.loadTestsFromName(os.path.splitext(module)[0].replace(os.sep, '.')))
    return found


def top_of(folder, top):
    """A folder that is no package is found by itself (unittest, "Test Discovery")."""
    at = folder
    while at != top and os.path.exists(os.path.join(at, '__init__.py')):
        at = os.path.dirname(at)
    return at


class Result(unittest.TextTestResult):
    """unittest calls `add…` while the traceback holds the frames."""

    def startTest(self, test):
        super().startTest(test)
        self.outcome = ('passed', None, None)
        progress.begin(place_of(test))

    def stopTest(self, test):
        super().stopTest(test)
        outcome, message, line = self.outcome
        progress.end({**named(test), **({} if line is None else {'line': line})}, outcome, message)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.fails(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.fails(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.fails(test, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.outcome = ('skipped', reason, None)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.outcome = ('failed', 'it should have failed', None)

    def fails(self, test, err):
        kind, value, traceback = err
        place = place_of(test) if isinstance(test, unittest.TestCase) else {}
        line = line_in(place.get('file'), traceback)
        message = f'{kind.__name__}: {value}'
        stop_at(err)
        if isinstance(test, unittest.TestCase):
            self.outcome = ('failed', message, line)
        else:
            # The set-up of a class or module.
            progress.end({'name': test.id()}, 'failed', message)


def named(test):
    return {'name': test.id()}


cases = load(asked['paths'])
if 'progress' in asked:
    progress = Progress(asked['progress'])
    names = asked['names']
    chosen = unittest.TestSuite(case for case in cases if names is None or case.id() in names)
    runner = unittest.TextTestRunner(resultclass=Result, verbosity=2)
    sys.exit(0 if runner.run(chosen).wasSuccessful() else 1)
failed = [case for case in cases if isinstance(case, unittest.loader._FailedTest)]
problems = [str(case._exception).strip().splitlines()[-1] for case in failed]
print_list([place_of(case) for case in cases if case not in failed], problems)
