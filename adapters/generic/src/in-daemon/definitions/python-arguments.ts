/**
 * The names of a frame's arguments, from its code object (Python reference, "Code objects": `co_varnames` has the positional
 * arguments first, then those by keyword only, then `*args` and `**kwargs`, which flags 4 and 8 tell). The frame is that of
 * debugpy's own function that evaluates this (`pydevd_vars.py`, `evaluate_expression`): the nearest caller that holds one.
 */
export const pythonArguments = [
  `(lambda code: ' '.join(code.co_varnames[:code.co_argcount + code.co_kwonlyargcount`,
  `+ (code.co_flags >> 2 & 1) + (code.co_flags >> 3 & 1)]))(`,
  `(lambda walk: walk(walk, __import__('sys')._getframe()))(lambda walk, caller: caller.f_locals['frame'].f_code`,
  `if caller.f_code.co_name == 'evaluate_expression' and 'frame' in caller.f_locals else walk(walk, caller.f_back)))`,
].join(' ')
