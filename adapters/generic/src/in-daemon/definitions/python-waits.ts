/**
 * What debugpy evaluates to tell which threads wait: Python that runs no code of the program. The frame on top of a thread tells:
 * one of the standard library waits for what its name says. Where the line of the program itself is on top, and not the debugger,
 * the thread is inside a built-in function, such as the `acquire` of a lock.
 */
const source = String.raw`
import sys, os, re, threading, linecache, json, base64

LIBRARY = {
    'queue.py': {'get': 'queue', 'put': 'queue', 'join': 'queue'},
    'threading.py': {'join': 'thread', 'wait': 'condition', 'acquire': 'semaphore'},
    'selectors.py': {'select': 'input or output'},
    'socket.py': {'accept': 'input or output', 'readinto': 'input or output'},
    'subprocess.py': {'wait': 'process', '_wait': 'process'},
}

def name_of(path):
    return os.path.basename(path)

def place(frame):
    return {'file': frame.f_code.co_filename, 'line': frame.f_lineno, 'function': frame.f_code.co_name}

def locks_in(frame, text):
    found = re.search(r'\bwith\s+([\w.]+)\s*:|([\w.]+)\.acquire\(', text)
    if not found: return None
    name = found.group(1) or found.group(2)
    first, *rest = name.split('.')
    value = frame.f_locals.get(first, frame.f_globals.get(first))
    for part in rest:
        value = vars(value).get(part) if type(getattr(type(value), '__dict__', {}).get('__dict__')).__name__ == 'getset_descriptor' else None
    return (name, value) if type(value).__module__ == '_thread' else None

def owner_of(lock):
    found = re.search(r'owner=(\d+)', repr(lock))
    thread = threading._active.get(int(found.group(1))) if found else None
    return thread and thread._name

def wait_of(frame):
    known = None
    if frame.f_code.co_name == '__dapplex_wait__': frame = frame.f_back
    while frame is not None and name_of(frame.f_code.co_filename) in LIBRARY:
        what = LIBRARY[name_of(frame.f_code.co_filename)].get(frame.f_code.co_name)
        known = (what, frame.f_code.co_name) if what else known
        frame = frame.f_back
    if frame is None or 'pydevd' in frame.f_code.co_filename: return None
    text = linecache.getline(frame.f_code.co_filename, frame.f_lineno)
    if known: return {'waits_for': known[0], 'method': known[1], 'location': place(frame)}
    lock = locks_in(frame, text)
    if lock: return {'waits_for': 'lock', 'expression': lock[0], 'location': place(frame), 'holder': owner_of(lock[1])}
    if re.search(r'\bsleep\(', text): return {'waits_for': 'sleep', 'method': 'sleep', 'location': place(frame)}

def waits():
    rows = []
    for ident, frame in sys._current_frames().items():
        thread = threading._active.get(ident)
        row = wait_of(frame) if thread is not None and ident != threading.get_ident() else None
        if row is not None: rows.append({'name': thread._name, **row})
    return base64.b64encode(json.dumps({'found': {'threads': rows}}).encode()).decode()
`

/** `evaluation.describe.waits` of Python. */
export const pythonWaits = `(lambda own: (exec(${JSON.stringify(source)}, own), own['waits']())[1])({})`
