import { listings } from './listings.js'
import { lookups } from './lookups.js'
import { texts } from './texts.js'

/**
 * What has debugpy read without running code of the program, where a request asks for it by `format`, a member that it passes on
 * to the functions which list and show values (`pydevd_comm.py`). Those of its own listing read each attribute with `getattr` and write
 * values by their `__repr__`; they stay as they are for editors, and tell when code of the program may have run (`dapplexRan`).
 */
const source = String.raw`
from _pydevd_bundle import pydevd_api
from _pydevd_bundle._debug_adapter import pydevd_base_schema, pydevd_schema
from _pydevd_bundle.pydevd_comm_constants import CMD_RETURN
from _pydevd_bundle.pydevd_net_command import NetCommand

def is_plain(fmt):
    return isinstance(fmt, dict) and fmt.get('dapplexPlain') is True

def format_of(arguments):
    fmt = arguments.format
    return fmt.to_dict() if hasattr(fmt, 'to_dict') else fmt

# The debugger, for a request whose answer tells that code of the program may have run.
class Telling:
    def __init__(self, py_db, has_run):
        self._py_db, self._has_run, self.writer = py_db, has_run, self

    def __getattr__(self, name):
        return getattr(self._py_db, name)

    def add_command(self, command):
        answer = getattr(command, 'as_dict', None)
        if answer and type(answer.get('body')) is dict and self._has_run():
            answer['body']['dapplexRan'] = True
            command = NetCommand(CMD_RETURN, 0, answer, is_json=True)
        self._py_db.writer.add_command(command)

def may_run(variable, scope):
    value = variable.value
    if type(value) in (Computed, *INTERNAL): return True
    inside = [row[1] for row in rows_of(value, None)] if type(value) is not types.FrameType else [one for name, one in names_in(variable, scope).items() if type(name) is str and not is_grouped(name, one)]
    plain = PlainRepr()
    for one in inside:
        if type(one) is Computed: return True
        plain(one)
    return plain.hidden or not names_itself(value)

def answer(py_db, request, body, **members):
    response = pydevd_base_schema.build_response(request, kwargs={'body': pydevd_schema.EvaluateResponseBody(**body), **members})
    py_db.writer.add_command(NetCommand(CMD_RETURN, 0, response, is_json=True))

def refuse(py_db, request, message):
    answer(py_db, request, {'result': message, 'variablesReference': 0}, success=False, message=message)

def read_plainly(py_db, request, thread_id, frame, steps):
    try: value = walk(frame, steps)
    except Runs as why: return refuse(py_db, request, 'Reading it would run code of the program: %s' % why)
    except LookupError as error:
        kind = 'NameError' if len(steps) == 1 else 'AttributeError' if steps[-1][0] is attribute else type(error).__name__
        return refuse(py_db, request, '%s: %s' % (kind, error.args[0] if error.args else ''))
    tracker = py_db.suspended_frames_manager.get_frame_tracker(thread_id)
    if tracker is None: return refuse(py_db, request, 'The thread does not stand any more')
    variable = tracker.obtain_as_variable(request.arguments.expression.strip(), value, frame=frame)
    data = data_of(variable, format_of(request.arguments), {})
    answer(py_db, request, {'result': data['value'], **{key: data[key] for key in ('type', 'variablesReference', 'presentationHint') if key in data}})

def runs(frame, steps):
    plain = PlainRepr()
    try: plain(walk(frame, steps))
    except Runs: return True
    except LookupError: return False
    return plain.hidden

def evaluating(former):
    def evaluate(py_db, request, thread_id):
        arguments = request.arguments
        frame = None if arguments.frameId is None else py_db.find_frame(thread_id, arguments.frameId)
        steps = steps_of(arguments.expression) if frame is not None and arguments.context in ('watch', 'hover', 'variables', 'clipboard') else None
        if steps is None: return former(py_db, request, thread_id)
        if is_plain(format_of(arguments)): return read_plainly(py_db, request, thread_id, frame, steps)
        has_run = runs(frame, steps)
        return former(Telling(py_db, lambda: has_run), request, thread_id)
    return evaluate

def listing(former):
    def list_variables(py_db, request):
        arguments = request.arguments
        if is_plain(format_of(arguments)): return former(py_db, request)
        scope = arguments.variablesReference
        reference = getattr(scope, 'variable_reference', scope)
        try: has_run = may_run(py_db.suspended_frames_manager.get_variable(reference), scope)
        except KeyError: has_run = False
        return former(Telling(py_db, lambda: has_run), request)
    return list_variables

def showing(former):
    def get_var_data(variable, fmt=None, *rest, **named):
        if not is_plain(fmt): return former(variable, fmt, *rest, **named)
        named.pop('context', None)
        return data_of(variable, fmt, named)
    return get_var_data

def opening(former, children):
    def get_children_variables(variable, fmt=None, scope=None):
        return children(variable, fmt, scope) if is_plain(fmt) or type(variable.value) is Computed else former(variable, fmt=fmt, scope=scope)
    return get_children_variables

# To write one attribute, debugpy lists all to find it.
def naming(former):
    def get_child_variable_named(variable, name, fmt=None, scope=None):
        found = next((one for one in children_of(variable, fmt) if one.name == name), None)
        return former(variable, name, fmt=fmt, scope=scope) if found is None or type(found.value) is Computed else found
    return get_child_variable_named

def prepare():
    frames = pydevd_suspended_frames
    if hasattr(frames, '__dapplex_plain__'): return
    frames.__dapplex_plain__ = plain_text
    frames._AbstractVariable.get_var_data = showing(frames._AbstractVariable.get_var_data)
    frames._ObjectVariable.get_children_variables = opening(frames._ObjectVariable.get_children_variables, lambda one, fmt, scope: children_of(one, fmt))
    frames._ObjectVariable.get_child_variable_named = naming(frames._ObjectVariable.get_child_variable_named)
    frames._FrameVariable.get_children_variables = opening(frames._FrameVariable.get_children_variables, lambda one, fmt, scope: variables_of(one, scope))
    pydevd_api.internal_evaluate_expression_json = evaluating(pydevd_api.internal_evaluate_expression_json)
    pydevd_api.internal_get_variable_json = listing(pydevd_api.internal_get_variable_json)
prepare()
`

const whole = [lookups, texts, listings, source].join('\n')

/** `evaluation.plainReads` of Python. Its code counts as a file of debugpy, so that no step and no stack shows it. */
export const pythonPlainReads = {
  prepare: `(lambda file: exec(compile(${JSON.stringify(whole)}, file, 'exec'), {}))(__import__('pydevd').__file__)`,
  format: { dapplexPlain: true },
}
