/**
 * Python that lists what stands in a value: its elements, and what is in its `__dict__`, its slots and its class. An attribute that
 * Python would compute is a row to be asked for (DAP, `presentationHint.lazy`). Functions, classes and names such as `__init__` are
 * left out: debugpy has groups for them (`pydevd_suspended_frames.py`, `_group_entries`), which are no members.
 */
export const listings = String.raw`
from functools import partial
from _pydevd_bundle import pydevd_suspended_frames, pydevd_resolver, pydevd_constants
from _pydevd_bundle.pydevd_constants import GENERATED_LEN_ATTR_NAME, RETURN_VALUES_DICT
from _pydevd_bundle.pydevd_resolver import sorted_attributes_key, TOO_LARGE_ATTR, TOO_LARGE_MSG
from _pydevd_bundle.pydevd_utils import DAPGrouper
from _pydevd_bundle.pydevd_xml import get_type

INTERNAL = (DAPGrouper, MoreItems, MoreItemsRange)
MOST = pydevd_constants.PYDEVD_CONTAINER_RANDOM_ACCESS_MAX_ITEMS
LENGTH = partial(pydevd_resolver._apply_evaluate_name, evaluate_name='len(%s)')

# An attribute that is read when somebody asks for it.
class Computed:
    def __init__(self, owner, name):
        self.owner, self.name = owner, name

def is_grouped(name, value):
    return (name.startswith('__') and name.endswith('__')) or type(value) in FUNCTIONS or issubclass(type(value), type)

def stored_names(value):
    names = [] if issubclass(type(value), type) else [name for name in dict.keys(dictionary(value))]
    holders = value if issubclass(type(value), type) else type(value)
    for holder in mro(holders):
        if holder is not object: names.extend(own(holder))
    return sorted({name for name in names if type(name) is str}, key=sorted_attributes_key)

def through_object(name, parent):
    return 'object.__getattribute__(%s, %r)' % (parent, name)

def attributes_of(value):
    if issubclass(type(value), types.ModuleType):
        pairs = [(name, one) for name, one in dict.items(dictionary(value)) if type(name) is str]
        return [(name, one, '.' + name) for name, one in pairs if not is_grouped(name, one)]
    is_open = is_stored_by(type(value), '__getattribute__')
    rows = []
    for name in stored_names(value):
        if name.startswith('__') and name.endswith('__'): continue
        shown = '.' + name if name.isidentifier() else '.__dict__[%r]' % name
        try: one = attribute(value, name) if is_open else unasked(value, name)
        except Runs: one = Computed(value, name)
        except LookupError: continue
        if not is_grouped(name, one): rows.append((name, one, shown if is_open else partial(through_object, name)))
    return rows

# What stands under a name in an object whose class reads its attributes by code of its own.
def unasked(value, name):
    found = in_dictionary(value, name)
    entry = find(type(value), name)
    if entry is not Runs and (is_data(entry) or not found): return described(entry, value, type(value), name)
    if found: return found[0]
    raise LookupError(name)

def base_of(cls):
    return next((base for base in (list, tuple, dict, set, frozenset, collections.deque) if issubclass(cls, base)), None)

def key_path(key):
    cls = type(key)
    if cls in PLAIN or (cls is tuple and all(key_path(one) for one in key)): return '[%r]' % (key,)

def pairs_of(value, fmt):
    rows, seen, plain = [], set(), PlainRepr()
    plain.convert_to_hex = bool(fmt and fmt.get('hex'))
    # As the program writes it, in full: a key is a name here.
    plain.maxstring_outer = plain.maxstring_inner = plain.maxother_inner = 2 ** 16
    for index, (key, one) in enumerate(dict.items(value)):
        if index == MOST:
            rows.append((TOO_LARGE_ATTR, TOO_LARGE_MSG % MOST, None))
            break
        name = plain(key)
        if name in seen: name = '%s (id: %s)' % (name, id(key))
        seen.add(name)
        rows.append((name, one, key_path(key)))
    return rows

def members_of(value):
    rows = []
    for index, one in enumerate(base_of(type(value)).__iter__(value)):
        if index == MOST:
            rows.append((TOO_LARGE_ATTR, TOO_LARGE_MSG % MOST, None))
            break
        rows.append((str(id(one)), one, None))
    return rows

def elements_of(value, fmt):
    base = base_of(type(value))
    if base is None: return []
    length = (GENERATED_LEN_ATTR_NAME, base.__len__(value), LENGTH)
    if base is dict: return [(name, one, path if reads_as(value, base) else None) for name, one, path in pairs_of(value, fmt)] + [length]
    if base in (set, frozenset): return members_of(value) + [length]
    exact = value if type(value) is base else base(base.__iter__(value))
    resolver = pydevd_resolver.dequeResolver if base is collections.deque else pydevd_resolver.tupleResolver
    rows = [row for row in resolver.get_contents_debug_adapter_protocol(exact, fmt=fmt) if row[0][:1].isdigit() or row[0] in ('more', GENERATED_LEN_ATTR_NAME)]
    return rows if reads_as(value, base) else [(name, one, None) for name, one, _ in rows]

# Whether a subscript of it gives the element that stands there.
def reads_as(value, base):
    return find(type(value), '__getitem__') is own(base)['__getitem__']

def names_itself(value):
    return is_stored_by(type(value), '__getattribute__') and find(type(value), '__class__') is own(object)['__class__']

def resolver_of(value):
    return get_type(value)[2] if names_itself(value) else pydevd_resolver.defaultResolver

def rows_of(value, fmt):
    if type(value) is Computed: return [('', getattr(value.owner, value.name), None)]
    if type(value) in INTERNAL or (is_leaf(value) and type(value) not in LEAVES):
        return resolver_of(value).get_contents_debug_adapter_protocol(value, fmt=fmt)
    return attributes_of(value) + elements_of(value, fmt)

def evaluate_name(parent, name):
    if parent is None or name is None: return None
    return name(parent) if callable(name) else parent + name

def children_of(variable, fmt):
    make = pydevd_suspended_frames._ObjectVariable
    return [make(variable.py_db, name, value, variable._register_variable, evaluate_name=evaluate_name(variable.evaluate_name, path), frame=variable.frame)
            for name, value, path in rows_of(variable.value, fmt)]

def names_in(variable, scope):
    names = variable.frame.f_globals if getattr(scope, 'scope', None) == 'globals' else variable.frame.f_locals
    return names if type(names) is dict else {}

def variables_of(variable, scope):
    make = pydevd_suspended_frames._ObjectVariable
    rows = []
    for name, value in names_in(variable, scope).items():
        if name == '_pydev_stop_at_break' or type(name) is not str: continue
        if name == RETURN_VALUES_DICT:
            rows.extend(make(variable.py_db, key, one, variable._register_variable, True, '%s[%r]' % (name, key), frame=variable.frame) for key, one in value.items())
        elif not is_grouped(name, value):
            rows.append(make(variable.py_db, name, value, variable._register_variable, False, name, frame=variable.frame))
    return sorted(rows, key=pydevd_suspended_frames.sorted_variables_key)

def data_of(variable, fmt, attributes):
    value = variable.value
    if type(value) is Computed:
        data = {'name': variable.name, 'value': '(...)', 'type': 'property', 'variablesReference': id(value),
                'presentationHint': {'kind': 'property', 'lazy': True, 'attributes': ['hasSideEffects']}}
    else:
        plain = PlainRepr()
        plain.convert_to_hex, plain.raw_value = bool(fmt.get('hex')), bool(fmt.get('rawString'))
        for name, one in attributes.items(): setattr(plain, name, one)
        is_return = variable._is_return_value
        hints = (['rawString'] if type(value) in (str, bytes, bytearray) else []) + (['readOnly'] if is_return or variable.name in (TOO_LARGE_ATTR, GENERATED_LEN_ATTR_NAME) else [])
        data = {'name': '(return) %s' % variable.name if is_return else variable.name, 'value': plain(value),
                'type': '' if type(value) is DAPGrouper else name_of(type(value)), 'variablesReference': id(value) if resolver_of(value) else 0}
        if hints: data['presentationHint'] = {'attributes': hints}
    if variable.evaluate_name is not None: data['evaluateName'] = variable.evaluate_name
    return data
`
