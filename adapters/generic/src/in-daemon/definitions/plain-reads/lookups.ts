/**
 * Python that finds what an attribute or a subscript names and runs no code of the program for it (Python reference, "Implementing
 * descriptors" and "Customizing attribute access"; `inspect.getattr_static` does the same without telling why it finds nothing).
 * `attribute` and `element` raise `Runs` where Python itself would run code of the program, and `LookupError` where there is nothing.
 */
export const lookups = String.raw`
import ast, builtins, collections, enum, functools, itertools, types, weakref

PLAIN = (int, float, complex, bool, str, bytes, type(None))
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodDescriptorType,
             types.WrapperDescriptorType, types.ClassMethodDescriptorType, types.MethodWrapperType)
STORED = (types.MemberDescriptorType, types.GetSetDescriptorType, type(collections.namedtuple('_', 'x').x))
BOUND = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)
# Their attributes are those of another object.
PROXIES = (super, weakref.ProxyType, weakref.CallableProxyType, types.GenericAlias, types.MethodType)

class Runs(Exception):
    pass

def mro(cls):
    return type.__dict__['__mro__'].__get__(cls)

def own(cls):
    return type.__dict__['__dict__'].__get__(cls)

def name_of(cls):
    return type.__dict__['__name__'].__get__(cls)

def find(cls, name):
    for holder in mro(cls):
        entries = own(holder)
        if name in entries: return entries[name]
    return Runs

def has(cls, name):
    return find(cls, name) is not Runs

def is_stored_by(cls, reader):
    entry = find(cls, reader)
    return type(entry) is types.WrapperDescriptorType and not issubclass(cls, PROXIES)

def dictionary(value):
    if issubclass(type(value), types.ModuleType): return types.ModuleType.__dict__['__dict__'].__get__(value)
    entry = find(type(value), '__dict__')
    inside = entry.__get__(value) if type(entry) is types.GetSetDescriptorType else None
    return inside if issubclass(type(inside), dict) else {}

def in_dictionary(value, name):
    inside = dictionary(value)
    return (dict.__getitem__(inside, name),) if dict.__contains__(inside, name) else None

def is_data(entry):
    return has(type(entry), '__set__') or has(type(entry), '__delete__')

def computed(entry, cls, name):
    kind = name_of(type(entry)).replace('_', ' ')
    raise Runs("'%s' of %s is a %s" % (name, name_of(cls), kind if type(entry) in (property, functools.cached_property) else 'descriptor (%s)' % kind))

def described(entry, value, cls, name):
    kind = type(entry)
    if kind in STORED:
        try: return entry.__get__(value, cls)
        except AttributeError: raise LookupError(name)
    if kind is types.FunctionType: return types.MethodType(entry, value)
    if kind in BOUND: return entry.__get__(value, cls)
    if kind is staticmethod: return entry.__func__
    if kind is classmethod and type(entry.__func__) is types.FunctionType: return types.MethodType(entry.__func__, cls)
    if issubclass(cls, enum.Enum) and name in ('name', 'value') and entry is own(enum.Enum).get(name):
        found = in_dictionary(value, '_%s_' % name)
        if found: return found[0]
    if has(kind, '__get__'): computed(entry, cls, name)
    return entry

def attribute(value, name):
    cls = type(value)
    if not is_stored_by(cls, '__getattribute__'):
        raise Runs('%s has __getattribute__' % name_of(cls))
    if issubclass(cls, type): return of_class(value, name)
    entry = find(cls, name)
    if entry is not Runs and is_data(entry): return described(entry, value, cls, name)
    found = in_dictionary(value, name)
    if found: return found[0]
    if entry is not Runs: return described(entry, value, cls, name)
    if name.startswith('__') and not name.endswith('__'):
        for holder in mro(cls):
            found = in_dictionary(value, '_' + name_of(holder).lstrip('_') + name)
            if found: return found[0]
    if issubclass(cls, types.ModuleType) and in_dictionary(value, '__getattr__'): raise Runs('the module has __getattr__')
    if has(cls, '__getattr__'): raise Runs('%s has __getattr__' % name_of(cls))
    raise LookupError("'%s' object has no attribute '%s'" % (name_of(cls), name))

def of_class(cls, name):
    meta = type(cls)
    of_meta = find(meta, name)
    if of_meta is not Runs and is_data(of_meta): return described(of_meta, cls, meta, name)
    entry = find(cls, name)
    if entry is not Runs:
        kind = type(entry)
        if kind is classmethod: return described(entry, cls, cls, name)
        if kind is staticmethod: return entry.__func__
        if kind in FUNCTIONS or kind in STORED or kind in (property, functools.cached_property): return entry
        if has(kind, '__get__'): computed(entry, cls, name)
        return entry
    if of_meta is not Runs: return described(of_meta, cls, meta, name)
    if has(meta, '__getattr__') and find(meta, '__getattr__') is not own(enum.EnumMeta).get('__getattr__'):
        raise Runs('%s has __getattr__' % name_of(meta))
    raise LookupError("type object '%s' has no attribute '%s'" % (name_of(cls), name))

READERS = [own(cls)['__getitem__'] for cls in (list, tuple, str, bytes, bytearray, range, collections.deque)]
MAPPINGS = [own(cls)['__getitem__'] for cls in (dict,)]

def is_mapping(cls):
    return find(cls, '__getitem__') in MAPPINGS

def element(value, key):
    cls = type(value)
    reader = find(cls, '__getitem__')
    if reader is Runs or issubclass(cls, type): raise Runs('it is a subscript of %s' % name_of(cls))
    if reader in READERS and issubclass(cls, (list, tuple, str, bytes, bytearray, range, collections.deque)):
        try: return reader(value, key)
        except (IndexError, TypeError) as error: raise LookupError(str(error))
    if reader in MAPPINGS:
        for one, inside in dict.items(value):
            if type(one) in PLAIN and one == key: return inside
        if has(cls, '__missing__'): raise Runs('%s has __missing__' % name_of(cls))
        raise LookupError(repr(key))
    raise Runs('%s has __getitem__' % name_of(cls))

# A list of (kind, name or key) from a path such as a.b[3]; None where it is none.
def steps_of(text):
    try: node = ast.parse(text.strip(), mode='eval').body
    except (SyntaxError, ValueError): return None
    steps = []
    while type(node) is not ast.Name:
        if type(node) is ast.Attribute: steps.append((attribute, node.attr))
        elif type(node) is ast.Subscript:
            try: key = ast.literal_eval(node.slice)
            except ValueError: return None
            if type(key) not in PLAIN: return None
            steps.append((element, key))
        else: return None
        node = node.value
    return [(None, node.id)] + steps[::-1]

def variable(frame, name):
    for scope in (frame.f_locals, frame.f_globals, frame.f_builtins):
        if not issubclass(type(scope), dict): raise Runs('the names of this frame are in a %s' % name_of(type(scope)))
        if dict.__contains__(scope, name): return dict.__getitem__(scope, name)
    raise LookupError("name '%s' is not defined" % name)

def walk(frame, steps):
    value = variable(frame, steps[0][1])
    for read, what in steps[1:]: value = read(value, what)
    return value
`
