import { frames } from './python-frames.js'

/**
 * What debugpy evaluates to let a call record its own lines (`evaluation.recording`): an object among the built-ins that the
 * conditions of breakpoints call, and that is taken away at the end. Values are shown by the function of `plain-reads`, so they read
 * as in the listings of the tools, and no code of the program runs. A condition is evaluated by functions of debugpy,
 * which are called by the frame that stands at the breakpoint.
 */
const source = String.raw`
import sys, json, types, base64, builtins
from _pydevd_bundle import pydevd_suspended_frames

LONGEST = 400
MOST_LINES = 300
PLAIN = (int, float, bool, type(None))
GROUPED = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)

def text_of(value):
    if type(value) in PLAIN: return repr(value)[:LONGEST]
    plain = getattr(pydevd_suspended_frames, '__dapplex_plain__', object.__repr__)
    return plain(value)[:LONGEST]

def is_shown(name, value):
    return not (name.startswith('__') and name.endswith('__')) and not issubclass(type(value), GROUPED)

class Recorder:
    def __init__(self, frame, flag, most):
        self.frame, self.most, self.lines, self.count = frame, most, [], 0
        try: self.flag = flag and compile(flag, '<string>', 'eval')
        except Exception: self.flag = None
        self.texts = self.read()

    def read(self):
        return {name: text_of(value) for name, value in self.frame.f_locals.items() if is_shown(name, value)}

    def is_flagged(self):
        if self.flag is None: return False
        try: found = bool(eval(self.flag, self.frame.f_globals, self.frame.f_locals))
        except Exception: return False
        if found: self.flag = None
        return found

    def at(self, line):
        if standing_frame() is not self.frame: return False
        before, self.texts = self.texts, self.read()
        changes = [{'name': name, 'after': text, **({'before': before[name]} if name in before else {})}
                   for name, text in self.texts.items() if before.get(name) != text]
        self.lines.append({'line': line, 'changes': changes, **({'flagged': True} if self.is_flagged() else {})})
        self.count += 1
        return self.count >= self.most

    def take(self, count):
        taken, self.lines = self.lines[:count], self.lines[count:]
        if not taken: builtins.__dict__.pop('__dapplex_recorder__', None)
        return encode({'lines': taken})

def encode(value):
    return base64.b64encode(json.dumps(value).encode()).decode()

def begin(flag, most):
    frame = evaluated_frame()
    lines = sorted({line for _, _, line in frame.f_code.co_lines() if line})
    if len(lines) > MOST_LINES: return encode({'lines': []})
    builtins.__dict__['__dapplex_recorder__'] = Recorder(frame, flag, most)
    return encode({'lines': lines})
`

const whole = [frames, source].join('\n')

// The functions in it call each other by the names of one dictionary. "<string>" is the file of their code.
const begin = `(lambda own: (exec(${JSON.stringify(whole)}, own), own['begin']({{flag}}, {{most}}))[1])({})`

/** `evaluation.recording` of Python. In the context `clipboard` debugpy gives text whole. */
export const pythonRecording = {
  context: 'clipboard',
  begin,
  condition: '__dapplex_recorder__.at({{line}})',
  take: '__dapplex_recorder__.take({{count}})',
}
