import { lookups } from './plain-reads/lookups.js'
import { texts } from './plain-reads/texts.js'
import { frames } from './python-frames.js'

/**
 * What debugpy evaluates to step by itself until a value differs (`evaluation.watching`). Two functions of the debugger are replaced
 * for so long: the one that marks a thread as suspended when a step is done, and the one in which it then waits
 * (`PyDB.set_suspend`, `PyDB.do_wait_suspend`). They look at the value, and let the thread make the next step as the debugger itself
 * does after `stepIn`. debugpy looks for requests every 10 ms while a thread stands, and a step from outside needs several; here a
 * line costs about 30 µs. Any other stop (a breakpoint, an exception, a pause) is the debugger's own, and ends the watch.
 * The value is read by `plain-reads`, so no code of the program runs. Nothing stands in the program's own names.
 */
const source = String.raw`
import sys, json, base64, builtins, _thread
import pydevd_file_utils
from _pydevd_bundle.pydevd_constants import get_global_debugger, STATE_RUN
from _pydevd_bundle.pydevd_comm_constants import CMD_STEP_INTO, CMD_STEP_INTO_MY_CODE, CMD_STEP_INTO_COROUTINE

STEPS = (CMD_STEP_INTO, CMD_STEP_INTO_MY_CODE, CMD_STEP_INTO_COROUTINE)
COROUTINE = 0x80
MOST_TOLD = 16

def height_of(frame):
    count = 0
    while frame is not None: count, frame = count + 1, frame.f_back
    return count

def path_of(code):
    return pydevd_file_utils.map_file_to_client(pydevd_file_utils.get_abs_path_real_path_and_base_from_file(code.co_filename)[0])[0]

class Watch:
    def __init__(self, path, is_seen, is_held, most, folders):
        self.debugger, self.thread, self.most, self.folders = get_global_debugger(), _thread.get_ident(), most, tuple(folders)
        self.path, self.is_held, self.count, self.asked, self.owned = steps_of(path), is_held, 0, None, {}
        frame, top = evaluated_frame(), standing_frame()
        # The frame itself is not kept: its variables would outlive it.
        self.seen = (id(frame), frame.f_code, height_of(frame)) if is_seen else None
        height = height_of(top)
        self.old, self.last = self.read(top, height), self.lines(top, height)

    def begin(self):
        vars(self.debugger).update(dapplex_watch=self, set_suspend=self.set_suspend, do_wait_suspend=self.do_wait_suspend)

    def end(self):
        for name in ('set_suspend', 'do_wait_suspend'): vars(self.debugger).pop(name, None)

    def is_own(self, frame):
        name = frame.f_code.co_filename
        if name not in self.owned:
            self.owned[name] = not self.debugger.apply_files_filter(frame, name, True) and path_of(frame.f_code).startswith(self.folders)
        return self.owned[name]

    def lines(self, frame, height):
        found = []
        while frame is not None and len(found) < MOST_TOLD:
            self.is_own(frame)
            found.append((frame.f_code, frame.f_lineno))
            frame = frame.f_back
        return height, found

    def value(self, top, height):
        if self.seen:
            ident, code, own = self.seen
            frame = top if height >= own else None
            for _ in range(height - own): frame = frame.f_back
            if frame is not None and id(frame) == ident and frame.f_code is code: return (walk(frame, self.path),)
        if not self.is_held or len(self.path) < 2: return None
        held = builtins.__dict__.get('__dapplex_held__', self)
        return None if held is self else (self.path[-1][0](held, self.path[-1][1]),)

    def read(self, top, height):
        try: found = self.value(top, height)
        except (Runs, LookupError): return 'unreadable'
        return 'gone' if found is None else (plain_text(found[0]),)

    def goes_on(self, info, frame):
        self.count += 1
        height = height_of(frame)
        if self.count >= self.most or not self.is_own(frame) or self.read(frame, height) != self.old: return False
        self.last = self.lines(frame, height)
        is_coroutine = frame.f_code.co_flags & COROUTINE
        info.step_in_initial_location = (frame, frame.f_lineno)
        info.pydev_step_cmd = CMD_STEP_INTO_COROUTINE if is_coroutine else info.pydev_original_step_cmd
        info.pydev_step_stop = frame if is_coroutine else None
        self.debugger.set_trace_for_frame_and_parents(frame)
        return True

    # It is called as the debugger's own, which the class of the debugger still has.
    def set_suspend(self, thread, reason, *rest, **named):
        if thread.ident == self.thread and _thread.get_ident() == self.thread and reason in STEPS:
            self.asked = (thread, reason, rest, named)
        else: type(self.debugger).set_suspend(self.debugger, thread, reason, *rest, **named)

    def do_wait_suspend(self, thread, frame, *rest, **named):
        if thread.ident == self.thread:
            asked, self.asked = self.asked, None
            info = thread.additional_info
            if asked and info.pydev_state == STATE_RUN:
                try:
                    if self.goes_on(info, frame): return
                except Exception: pass
                type(self.debugger).set_suspend(self.debugger, asked[0], asked[1], *asked[2], **asked[3])
            else: self.count += 1
        self.end()
        return type(self.debugger).do_wait_suspend(self.debugger, thread, frame, *rest, **named)

    def told(self):
        height, lines = self.last
        frames = [{'name': code.co_name, 'line': line, 'source': {'path': path_of(code)},
                   **({} if self.owned[code.co_filename] else {'presentationHint': 'subtle'})} for code, line in lines]
        return encode({'steps': self.count, 'returned': max(0, height - height_of(standing_frame())), 'stackFrames': frames})

def encode(value):
    return base64.b64encode(json.dumps(value).encode()).decode()

def begin(path, is_seen, is_held, most, folders):
    former = vars(get_global_debugger()).pop('dapplex_watch', None)
    if former is not None: former.end()
    Watch(path, is_seen, is_held, most, folders).begin()
    return encode({'watches': True})
`

const whole = [lookups, texts, frames, source].join('\n')

// The functions in it call each other by the names of one dictionary. "<string>" is the file of their code.
const begin = `(lambda own: (exec(${JSON.stringify(whole)}, own), own['begin']({{path}}, {{isSeen}}, {{isHeld}}, {{most}}, {{folders}}))[1])({})`

const ofDebugger = "vars(__import__('_pydevd_bundle.pydevd_constants').pydevd_constants.get_global_debugger())"

/** `evaluation.watching` of Python. In the context `clipboard` debugpy gives text whole. */
export const pythonWatching = {
  context: 'clipboard',
  begin,
  take: `(lambda watch: (watch.end(), watch.told())[1])(${ofDebugger}.pop('dapplex_watch'))`,
}
