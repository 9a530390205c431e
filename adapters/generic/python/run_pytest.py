"""
Lists or runs tests with pytest. The argument is a JSON object: `paths`, `args`; for a run also `progress` (a file), and `names`
of the tests or null for all.
"""
import importlib.util
import json
import os
import sys

writes_none = sys.dont_write_bytecode
sys.dont_write_bytecode = True
from _dapplex_tests import Progress, begin_in_folder, line_in, print_list, stop_at  # noqa: E402

sys.dont_write_bytecode = writes_none
asked = json.loads(sys.argv[1])
begin_in_folder()

import pytest  # noqa: E402


def place_of(item):
    file, line, _ = item.location
    path = os.path.abspath(str(item.config.rootpath / file))
    return {'name': item.nodeid, 'file': path, **({} if line is None else {'line': line + 1})}


class Listing:
    def __init__(self):
        self.problems = []
        self.tests = []

    def pytest_collectreport(self, report):
        if report.failed:
            self.problems.append(f'{report.nodeid}: {last_line(str(report.longrepr))}')

    def pytest_collection_finish(self, session):
        self.tests = [place_of(item) for item in session.items]


class Run:
    def __init__(self, progress, names):
        self.progress = progress
        self.names = names
        self.lines = {}
        self.reports = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        if self.names is None:
            return
        kept = [item for item in items if item.nodeid in self.names]
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in self.names])
        items[:] = kept

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.reports[item.nodeid] = []
        self.progress.begin(place_of(item))

    # pytest calls it for failures alone, while the traceback holds the frames.
    def pytest_exception_interact(self, node, call, report):
        is_test = isinstance(node, pytest.Item)
        if is_test:
            self.lines[node.nodeid] = line_in(place_of(node)['file'], call.excinfo.tb)
        stop_at(call.excinfo._excinfo)
        if not is_test:
            self.progress.end({'name': node.nodeid, 'file': str(node.path)}, 'failed', message_of(report))

    def pytest_runtest_logreport(self, report):
        self.reports[report.nodeid].append(report)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self, nodeid, location):
        reports = self.reports.pop(nodeid)
        failed = [report for report in reports if report.failed]
        line = self.lines.get(nodeid)
        test = {'name': nodeid, **({} if line is None else {'line': line})}
        if failed:
            self.progress.end(test, 'failed', message_of(failed[0]))
        else:
            self.progress.end(test, 'skipped' if any(report.skipped for report in reports) else 'passed')


def message_of(report):
    crash = getattr(report.longrepr, 'reprcrash', None)
    return last_line(str(report.longrepr)) if crash is None else crash.message


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip() != '']
    return lines[-1] if lines else ''


def plugin_options():
    """Tests run in this process, however long somebody looks at them, and without a second tracer."""
    if os.environ.get('PYTEST_DISABLE_PLUGIN_AUTOLOAD'):
        return []
    options = {'xdist': '-n0', 'pytest_timeout': '--timeout=0', 'pytest_cov': '--no-cov'}
    return [option for module, option in options.items() if importlib.util.find_spec(module) is not None]


def main():
    # Without it the names of tests depend on which files are given.
    root = f'--rootdir={os.getcwd()}'
    if 'progress' in asked:
        run = Run(Progress(asked['progress']), asked['names'])
        return pytest.main(['-s', root, *plugin_options(), *asked['args'], *asked['paths']], plugins=[run])
    listing = Listing()
    code = pytest.main(['-q', '-q', '--collect-only', '-p', 'no:cacheprovider', root, *plugin_options(), *asked['paths']], plugins=[listing])
    print_list(listing.tests, listing.problems)
    return 0 if listing.tests or listing.problems else code


sys.exit(main())
