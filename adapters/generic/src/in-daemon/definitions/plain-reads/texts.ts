/**
 * Python that writes values as debugpy does (`pydevd_safe_repr.py`) and runs no code of the program for it: a class of the program
 * with a `__repr__` of its own is written as one without. `hidden` tells whether there was such a value. Of Python's own library
 * the types in `LEAVES` write themselves: nothing of the program is in them.
 */
export const texts = String.raw`
import datetime, decimal, dataclasses, fractions, pathlib, re, threading, uuid, sys, _thread
from _pydevd_bundle.pydevd_safe_repr import SafeRepr
from _pydevd_bundle.pydevd_resolver import MoreItems, MoreItemsRange

LEAVES = (*PLAIN, *[one for one in FUNCTIONS if one is not types.MethodType], type(Ellipsis), type(NotImplemented), bytearray, range,
          types.CodeType, types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, datetime.date,
          datetime.timedelta, datetime.timezone, decimal.Decimal, fractions.Fraction, uuid.UUID, re.Pattern, re.Match, memoryview,
          pathlib.PosixPath, pathlib.PurePosixPath, pathlib.WindowsPath, pathlib.PureWindowsPath, threading.Thread,
          type(threading.Lock()), type(threading.RLock()), MoreItems, MoreItemsRange)
LISTS = {own(cls)['__repr__']: cls for cls in (list, tuple, set, frozenset, collections.deque)}
AROUND = {list: ('[', ']'), tuple: ('(', ')'), set: ('{', '}'), frozenset: ('frozenset({', '})'), collections.deque: ('deque([', '])')}
DICTS = {own(collections.OrderedDict)['__repr__']: ('OrderedDict([', '])', '(', ', ', ')'), own(dict)['__repr__']: ('{', '}', '', ': ', ''),
         own(collections.Counter)['__repr__']: ('Counter({', '})', '', ': ', '')}
SCALARS = {own(int)['__repr__']: lambda value: int.__add__(value, 0), own(float)['__repr__']: lambda value: float.__add__(value, 0.0)}

def is_leaf(value):
    cls = type(value)
    if cls in (datetime.datetime, datetime.time): return type(value.tzinfo) in (type(None), datetime.timezone)
    numpy = sys.modules.get('numpy')
    if type(numpy) is types.ModuleType and own(cls).get('__module__') == 'numpy':
        inside = vars(numpy)
        return (cls is inside.get('ndarray') and not value.dtype.hasobject) or cls is inside.get(name_of(cls)) and issubclass(cls, inside.get('number', ()))
    return cls in LEAVES

def is_written_by(entry, module):
    return type(entry) is types.FunctionType and entry.__code__.co_filename == vars(module).get('__file__')

def is_named_tuple(cls, entry):
    return issubclass(cls, tuple) and is_written_by(entry, collections) and type(find(cls, '_fields')) is tuple

class PlainRepr(SafeRepr):
    hidden = False

    def _repr(self, value, level):
        cls = type(value)
        entry = find(cls, '__repr__')
        if is_leaf(value):
            if cls in (str, bytes): return self._repr_str(value, level)
            return self._repr_other(value, level)
        if entry in LISTS: return self._repr_list(value, LISTS[entry], level)
        if entry in DICTS: return self._repr_pairs(value, level, *DICTS[entry])
        if entry is own(collections.defaultdict)['__repr__']: return self._repr_default(value, level)
        if entry is own(str)['__repr__']: return self._repr_str(str.__getitem__(value, slice(None)), level)
        if entry is own(bytes)['__repr__']: return self._repr_str(bytes.__getitem__(value, slice(None)), level)
        if entry in SCALARS: return self._repr_other(SCALARS[entry](value), level)
        if issubclass(cls, type): return self._repr_class(value, entry)
        if cls is types.ModuleType: return self._repr_module(value)
        if cls is types.MethodType: return self._repr_method(value, level)
        if entry is own(enum.Enum)['__repr__'] or entry is own(enum.Flag).get('__repr__'): return self._repr_enum(value, level)
        if entry is own(BaseException)['__repr__']: return self._repr_call(name_of(cls), [(None, one) for one in BaseException.__dict__['args'].__get__(value)], level)
        if is_named_tuple(cls, entry): return self._repr_call(name_of(cls), zip(find(cls, '_fields'), tuple.__iter__(value)), level)
        if is_written_by(entry, dataclasses) and has(cls, '__dataclass_fields__'): return self._repr_data(value, level)
        if entry is own(types.SimpleNamespace)['__repr__']: return self._repr_call('namespace', dict.items(dictionary(value)), level)
        if entry is not own(object)['__repr__']: self.hidden = True
        return [object.__repr__(value)]

    def _is_long_iter(self, value, level=0):
        return type(value) is bytearray and len(value) > 30

    def _repr_list(self, value, base, level):
        before, after = AROUND[base]
        exact = value if type(value) is base else tuple(itertools.islice(base.__iter__(value), 20))
        if not base.__len__(value) and base in (set, frozenset): return [name_of(base) + '()']
        return self._repr_iter(exact, level, before, after, base is tuple)

    def _repr_default(self, value, level):
        factory = collections.defaultdict.__dict__['default_factory'].__get__(value)
        return itertools.chain(['defaultdict('], self._repr(factory, level), [', '], self._repr_pairs(value, level, '{', '}', '', ': ', ''), [')'])

    def _repr_pairs(self, value, level, before, after, start, between, end):
        if not dict.__len__(value): return [before + after]
        if level >= len(self.maxcollection): return [before + '...' + after]
        return self._repr_items(value, level, before, after, start, between, end)

    def _repr_items(self, value, level, before, after, start, between, end):
        yield before
        for index, (key, item) in enumerate(dict.items(value)):
            if index: yield ', '
            if index + 1 >= self.maxcollection[level]:
                yield '...'
                break
            yield start
            yield from self._repr(key, level + 1)
            yield between
            yield from self._repr(item, 100 if item is value else level + 1)
            yield end
        yield after

    def _repr_call(self, name, pairs, level):
        if level > len(self.maxcollection): return [name + '(...)']
        parts = [('' if key is None else key + '=') + ''.join(self._repr(one, level + 1)) for key, one in itertools.islice(pairs, 20)]
        return [name + '(' + ', '.join(parts) + ')']

    def _repr_data(self, value, level):
        pairs = []
        for name, field in dict.items(find(type(value), '__dataclass_fields__')):
            if field._field_type is not dataclasses._FIELD or not field.repr: continue
            try: pairs.append((name, attribute(value, name)))
            except Runs:
                self.hidden = True
                return [object.__repr__(value)]
            except LookupError: pass
        return self._repr_call(type.__dict__['__qualname__'].__get__(type(value)), pairs, level)

    def _repr_enum(self, value, level):
        inside = dictionary(value)
        return itertools.chain(['<%s.%s: ' % (name_of(type(value)), inside.get('_name_'))], self._repr(inside.get('_value_'), level + 1), ['>'])

    def _repr_class(self, value, entry):
        if entry is own(enum.EnumMeta)['__repr__']: return ['<enum %r>' % name_of(value)]
        if entry is not own(type)['__repr__']: self.hidden = True
        return [type.__repr__(value)]

    def _repr_module(self, value):
        inside = dictionary(value)
        name, file = inside.get('__name__'), inside.get('__file__')
        text = repr(name) if type(name) is str else '?'
        return ['<module %s from %r>' % (text, file) if type(file) is str else '<module %s>' % text]

    def _repr_method(self, value, level):
        function = value.__func__
        name = function.__qualname__ if type(function) is types.FunctionType else '?'
        return itertools.chain(['<bound method %s of ' % name], self._repr(value.__self__, level), ['>'])

def plain_text(value):
    return PlainRepr()(value)
`
