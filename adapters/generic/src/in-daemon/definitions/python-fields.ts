/**
 * What debugpy evaluates to tell the fields of objects. Its own listing reads every attribute of a class, which runs the getters of
 * properties (pydevd, `pydevd_resolver.py`: `getattr`). This reads what stands in the object, and shows a value only where
 * Python itself writes it: it runs no code of the program. Objects of Python's own library have nothing to tell.
 */
const source = String.raw`
import sys, types, json, base64, itertools

MOST = 8
LIBRARY = getattr(sys, 'stdlib_module_names', frozenset())
PLAIN = (int, float, complex, bool, str, bytes, type(None))
LISTS = {list: '[]', tuple: '()', set: '{}', frozenset: '{}'}
KINDS = (type, types.FunctionType, types.MethodType, types.ModuleType, types.BuiltinFunctionType)

def mro(cls):
    return type.__dict__['__mro__'].__get__(cls)

def own(cls):
    return type.__dict__['__dict__'].__get__(cls)

def name_of(cls):
    return type.__dict__['__name__'].__get__(cls)

def text(value, depth=2):
    cls = type(value)
    if cls is str or cls is bytes: return repr(value[:200])
    if cls is int and value.bit_length() > 4000: return '<int>'
    if cls in PLAIN: return repr(value)
    if cls in LISTS:
        start, end = LISTS[cls]
        return start + several((text(one, depth - 1) for one in value), len(value), depth) + end
    if cls is dict:
        return '{' + several((text(k, depth - 1) + ': ' + text(v, depth - 1) for k, v in value.items()), len(value), depth) + '}'
    if issubclass(cls, type): return '<class ' + name_of(value) + '>'
    return '<' + name_of(cls) + '>'

def several(texts, count, depth):
    if count == 0: return ''
    if depth == 0: return '…'
    return ', '.join(itertools.islice(texts, 5)) + (', …' if count > 5 else '')

def dictionary(value):
    for holder in mro(type(value)):
        entry = own(holder).get('__dict__')
        if entry is not None:
            return entry.__get__(value) if type(entry) is types.GetSetDescriptorType else {}
    return {}

def stored(value):
    inside = dictionary(value)
    yield from (dict.items(inside) if type(inside) is dict else ())
    for holder in mro(type(value)):
        for name, entry in list(own(holder).items()):
            if type(entry) is types.MemberDescriptorType:
                try: yield name, entry.__get__(value)
                except AttributeError: pass

def fields(value):
    cls = type(value)
    if cls in LISTS or cls is dict: return {}
    module = own(cls).get('__module__')
    root = module.split('.')[0] if type(module) is str else 'builtins'
    if issubclass(cls, KINDS) or (root in LIBRARY and root != '__main__'): return {'fields': []}
    rows = [{'name': name, 'value': text(one)} for name, one in stored(value) if type(name) is str]
    more = len(rows) - MOST
    return {'fields': rows[:MOST], **({'more': more} if more > 0 else {})}

def described(values):
    answer = json.dumps({'found': {'objects': [fields(one) for one in values]}})
    return base64.b64encode(answer.encode()).decode()
`

export const pythonFields = `(lambda own: (exec(${JSON.stringify(source)}, own), own['described']([{{objects}}]))[1])({})`
