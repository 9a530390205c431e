"""What the runs of all Python test frameworks need: telling what happens, and stopping at a failure."""
import json
import os
import sys
import threading

# The last line of a list begins so: the files of the tests may print too.
LISTED = 'dapplex-tests:'


def begin_in_folder():
    """Modules are found as `python -m` finds them: from the working folder, not from the folder of this file."""
    sys.path[0] = os.getcwd()


def print_list(tests, problems):
    sys.stdout.flush()
    print('\n' + LISTED + json.dumps({'tests': tests, 'problems': problems}), flush=True)


class Progress:
    """Writes what happens to the tests, one JSON object a line."""

    def __init__(self, path):
        self._file = open(path, 'w', encoding='utf-8')

    def begin(self, test):
        self._write({'event': 'begin', **test})

    def end(self, test, outcome, message=None):
        said = {} if message is None else {'message': message}
        self._write({'event': 'end', **test, 'outcome': outcome, **said})

    def _write(self, event):
        self._file.write(json.dumps(event) + '\n')
        self._file.flush()


def line_in(file, traceback):
    """The line of the first frame that is in this file."""
    while traceback is not None:
        if os.path.abspath(traceback.tb_frame.f_code.co_filename) == file:
            return traceback.tb_lineno
        traceback = traceback.tb_next
    return None


def stop_at(exc_info):
    """
    Stops the debugger at an exception that the framework has caught, as at one that nothing catches: in the frames where it was
    raised. pydevd does the same for the exceptions that end a thread. Nothing happens without a debugger, or if it does not stop
    at uncaught exceptions.
    """
    pydevd = sys.modules.get('pydevd')
    debugger = None if pydevd is None else pydevd.get_global_debugger()
    if debugger is None:
        return
    thread = threading.current_thread()
    info = debugger.set_additional_thread_info(thread)
    info.is_tracing += 1
    try:
        debugger.stop_on_unhandled_exception(debugger, thread, info, exc_info)
    finally:
        info.is_tracing -= 1
