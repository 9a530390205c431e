import { pythonFields } from './python-fields.js'
import { pythonWaits } from './python-waits.js'

/**
 * What debugpy evaluates to describe a class, function or module: Python that runs no code of the program. Attributes are read
 * as they stand in `__dict__` (`inspect.getattr_static`), never through descriptors or `__getattr__`; names are looked up in the
 * frame, the built-ins and the loaded modules, and nothing is imported.
 */
const source = String.raw`
import sys, inspect, types, json, base64, builtins, itertools

MOST = 1000

def is_class(value):
    return issubclass(type(value), type)

def mro(cls):
    return type.__dict__['__mro__'].__get__(cls)

def own(value):
    return type.__dict__['__dict__'].__get__(value) if is_class(value) else types.ModuleType.__getattribute__(value, '__dict__') if type(value) is types.ModuleType else {}

def full(value):
    if not is_class(value):
        return value if type(value) is str else 'object'
    module = own(value).get('__module__')
    name = type.__dict__['__qualname__'].__get__(value)
    return name if type(module) is not str or module in ('builtins', '__main__') else module + '.' + name

def missing():
    raise LookupError

def look_up(name, scopes):
    parts = name.split('.')
    for count in range(len(parts), 0, -1):
        head = '.'.join(parts[:count])
        found = [scope[head] for scope in scopes if head in scope] if count == 1 else []
        if not found and type(sys.modules.get(head)) is types.ModuleType:
            found = [sys.modules[head]]
        if found:
            value = found[0]
            for part in parts[count:]:
                value = member(value, part)
            return value
    missing()

def member(value, name):
    holders = mro(value) if is_class(value) else [value]
    for holder in holders:
        if name in own(holder):
            return own(holder)[name]
    missing()

def bare(value):
    return value.__func__ if type(value) in (staticmethod, classmethod) else value

FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType,
             types.ClassMethodDescriptorType, types.MethodType, types.MethodWrapperType)

def is_function(value):
    return type(bare(value)) in FUNCTIONS

def shown(value):
    if type(value) in (int, float, bool, str, bytes, type(None)):
        return repr(value)[:200]
    return full(value) if is_class(value) else '...'

def annotation(value):
    return value if type(value) is str else 'None' if value is None else full(value) if is_class(value) else '...' if value is inspect.Parameter.empty else str(type(value).__name__)

def arguments(function):
    code = getattr_code(function)
    if code is None:
        text = own_text(bare(function))
        return text or '(...)'
    names = list(code.co_varnames)
    count, only, keyword = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    notes = bare(function).__annotations__ if type(bare(function)) is types.FunctionType else {}
    defaults = bare(function).__defaults__ or ()
    extra = bare(function).__kwdefaults__ or {}
    def one(name, default=None):
        text = name + (': ' + annotation(notes[name]) if name in notes else '')
        return text if default is None else text + ('=' if name not in notes else ' = ') + shown(default[0])
    out = []
    for i, name in enumerate(names[:count]):
        at = i - (count - len(defaults))
        out.append(one(name, (defaults[at],) if at >= 0 else None))
        if only and i == only - 1: out.append('/')
    rest = count + keyword
    if code.co_flags & 4:
        out.append('*' + names[rest]); rest += 1
    elif keyword: out.append('*')
    for name in names[count:count + keyword]:
        out.append(one(name, (extra[name],) if name in extra else None))
    if code.co_flags & 8: out.append('**' + names[rest])
    back = ' -> ' + annotation(notes['return']) if 'return' in notes else ''
    return '(' + ', '.join(out) + ')' + back

def getattr_code(function):
    function = bare(function)
    function = function.__func__ if type(function) is types.MethodType else function
    return function.__code__ if type(function) is types.FunctionType else None

def own_text(function):
    text = getattr(function, '__text_signature__', None)
    return text if type(text) is str else None

def place(function):
    code = getattr_code(function)
    return {'file': code.co_filename, 'line': code.co_firstlineno} if code else None

def documentation(value):
    text = own(value).get('__doc__') if is_class(value) else getattr(bare(value), '__doc__', None) if is_function(value) else own(value).get('__doc__')
    return text if type(text) is str else None

def class_place(cls):
    places = [place(v) for v in own(cls).values() if type(bare(v)) is types.FunctionType]
    file = getattr(sys.modules.get(own(cls).get('__module__')), '__file__', None) if type(sys.modules.get(own(cls).get('__module__'))) is types.ModuleType else None
    first = own(cls).get('__firstlineno__')
    if type(first) is int and type(file) is str: return {'file': file, 'line': first}
    return min((p for p in places if p and (file is None or p['file'] == file)), key=lambda p: p['line'], default={'file': file} if type(file) is str else None)

def kinds(value):
    if is_class(value): return ['class']
    if is_function(value): return ['function']
    if type(value) is types.ModuleType: return ['module']
    return ['variable']

def slot(cls, holder, name, value, allocation):
    kind = type(value)
    notes = own(holder).get('__annotations__')
    noted = notes.get(name) if type(notes) is dict else None
    out = {'name': name, 'allocation': allocation, 'initargs': [], 'direct': holder is cls}
    if noted is not None: out['type'] = annotation(noted)
    if kind is property:
        out.update(computed=True, writable=value.fset is not None, allocation='instance')
        text = value.__doc__
        if type(text) is str: out['documentation'] = text
    elif kind is types.MemberDescriptorType or kind is types.GetSetDescriptorType:
        out['allocation'] = 'instance'
    elif value is not missing:
        out['initform'] = shown(value)
        if noted is None: out['type'] = full(kind)
    return out

def members_of(cls):
    slots, methods, seen = [], [], set()
    for holder in mro(cls):
        if holder is object: continue
        notes = own(holder).get('__annotations__')
        values = dict(own(holder))
        for name in (notes if type(notes) is dict else ()):
            values.setdefault(name, missing)
        for name, value in values.items():
            if name in seen or type(name) is not str: continue
            seen.add(name)
            if is_function(value):
                if holder is cls:
                    word = {staticmethod: ['static'], classmethod: ['class']}.get(type(value), [])
                    code = getattr_code(value)
                    word += ['async'] if code and code.co_flags & 0x180 else []
                    methods.append({'name': name, 'qualifiers': word, 'lambda_list': arguments(value)})
            elif not (name.startswith('__') and name.endswith('__')) and not is_class(value):
                slots.append(slot(cls, holder, name, value, 'instance' if value is missing else 'class'))
        if holder is cls or True:
            for name in attributes_set(own(holder).get('__init__')):
                if name not in seen:
                    seen.add(name)
                    slots.append({'name': name, 'allocation': 'instance', 'initargs': [], 'direct': holder is cls})
    return slots[:MOST], methods[:MOST]

def attributes_set(function):
    code = getattr_code(function) if function is not None and is_function(function) else None
    if code is None or not code.co_varnames: return []
    import dis
    before, names = None, []
    for step in dis.get_instructions(code):
        if step.opname == 'STORE_ATTR' and before is not None and before.argval == code.co_varnames[0] and step.argval not in names:
            names.append(step.argval)
        before = step
    return names

def describe_class(cls):
    slots, methods = members_of(cls)
    out = {
        'class_name': full(cls), 'kind': 'class', 'superclasses': [full(c) for c in mro(cls)[1:]],
        'direct_superclasses': [full(c) for c in type.__dict__['__bases__'].__get__(cls)],
        'subclasses': [full(c) for c in type.__subclasses__(cls)][:MOST],
        'slots': slots, 'methods': methods, 'documentation': documentation(cls), 'location': class_place(cls)}
    if type(own(cls).get('__module__')) is str: out['module'] = own(cls)['__module__']
    return out

def describe_function(function, name):
    code = getattr_code(function)
    plain = bare(function)
    module = plain.__module__ if type(plain) is types.FunctionType else None
    symbol = plain.__qualname__ if code else name
    kind = 'method' if '.' in symbol and not '<locals>' in symbol.rsplit('.', 1)[0][-8:] else 'function'
    return {
        'symbol': symbol if type(module) is not str or module == '__main__' else module + '.' + symbol, 'kind': kind,
        'lambda_list': arguments(function), 'documentation': documentation(function), 'location': place(function)}

def describe_module(module, start, count):
    values = own(module)
    listed = values.get('__all__')
    public = set(listed) if type(listed) in (list, tuple) else None
    names = sorted(name for name in values if type(name) is str and not (name.startswith('__') and name.endswith('__')))
    uses = {v.__name__ for v in values.values() if type(v) is types.ModuleType} | {
        v.__module__ for v in values.values() if type(v) is types.FunctionType and type(v.__module__) is str}
    name = values.get('__name__')
    users = [other for other, value in list(sys.modules.items()) if type(value) is types.ModuleType and value is not module
             and any(v is module for v in list(own(value).values()))]
    return {
        'package_name': name, 'nicknames': [], 'uses': sorted(uses - {name}), 'used_by': sorted(users)[:MOST],
        'documentation': documentation(module), 'total_symbols': len(names),
        'symbols': [{'name': one, 'kinds': kinds(values[one]), 'external': one in public if public is not None else not one.startswith('_')}
                    for one in names[start:start + count]]}

def describe(what, name, scopes, start, count):
    try:
        value = look_up(name, [*scopes, builtins.__dict__])
        if what == 'class' and is_class(value): answer = {'found': describe_class(value)}
        elif what == 'function' and is_function(value): answer = {'found': describe_function(value, name)}
        elif what == 'package' and type(value) is types.ModuleType: answer = {'found': describe_module(value, start, count)}
        else: answer = {'is': kinds(value)[0]}
    except LookupError:
        known = list(itertools.chain.from_iterable(scopes))
        near = [one for one in known if type(one) is str and one.lower() == name.lower()]
        answer = {'nearest': near[0]} if near else {}
    text = json.dumps(answer, default=lambda value: None)
    return base64.b64encode(text.encode()).decode()
`

const expression = (what: string): string =>
  `(lambda own, scopes: (exec(${JSON.stringify(source)}, own), own['describe']('${what}', {{name}}, scopes, {{start}}, {{count}}))[1])({}, [locals(), globals()])`

/** `evaluation.describe` of Python. In the context `clipboard` debugpy gives text whole. */
export const pythonDescribe = {
  context: 'clipboard',
  class: expression('class'),
  function: expression('function'),
  package: expression('package'),
  waits: pythonWaits,
  fields: pythonFields,
}
