/**
 * Python that finds frames of the program from inside debugpy (`pydevd_vars.py`, `evaluate_expression`): the one in which debugpy
 * evaluates, and the one that stands in a thread of the program, below the debugger's own and what was read from a text.
 */
export const frames = String.raw`
import sys

def evaluated_frame():
    caller = sys._getframe()
    while not (caller.f_code.co_name == 'evaluate_expression' and 'frame' in caller.f_locals): caller = caller.f_back
    return caller.f_locals['frame']

def standing_frame():
    frame = sys._getframe()
    while frame.f_code.co_filename == '<string>' or 'pydevd' in frame.f_code.co_filename: frame = frame.f_back
    return frame
`
