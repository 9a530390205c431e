/**
 * `exceptions.passing` of Python. debugpy has the exception of a stop in `__exception__`, with the traceback from this frame on. It
 * is thrown here if the traceback ends here, or if this frame stands at a `raise` with an exception (CPython, `dis`:
 * RAISE_VARARGS with an argument above 0; 0 is the bare `raise`, which lets an exception go on).
 */
export const pythonPassing = [
  `(lambda top, count, raises, walk: (lambda code, at, places: '%s %d %d %d' % (`,
  `'thrown' if top.tb_next is None or (code[at] == raises and code[at + 1] > 0) else 'passes',`,
  `len(places), hash(tuple(places)), hash(tuple(places[-count:] if count else ()))))(`,
  `top.tb_frame.f_code.co_code, top.tb_lasti, [(id(frame), line) for frame, line in walk(top)]))(`,
  `__exception__[2], {{count}}, __import__('dis').opmap['RAISE_VARARGS'], __import__('traceback').walk_tb)`,
].join(' ')
