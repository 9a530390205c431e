/**
 * What debugpy evaluates to end an evaluation that is under way (`evaluation.interrupt`): a KeyboardInterrupt in the thread that runs
 * the expression. debugpy evaluates what names no frame in a thread of its own, so this runs while a thread of the program is busy.
 * A main thread with Python's own handler of SIGINT gets the signal, which also ends a `sleep`; any other thread is interrupted at its
 * next line of Python (CPython, `PyThreadState_SetAsyncExc`). A long call into C that never comes back to Python goes on. The
 * interrupt goes to a thread only while it stands inside the expression ("<string>" is the file of its code), so that none reaches the
 * program itself.
 */
const source = String.raw`
import sys, threading, signal, ctypes

def evaluates(frame, expression):
    is_inside = False
    while frame is not None:
        code = frame.f_code
        if code.co_name == 'evaluate_expression' and 'pydevd' in code.co_filename:
            return is_inside and frame.f_locals.get('expression') == expression
        is_inside, frame = is_inside or code.co_filename == '<string>', frame.f_back
    return False

def interrupt(expression):
    main = threading.main_thread().ident
    has_own_handler = signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    for ident, frame in sys._current_frames().items():
        if ident == threading.get_ident() or not evaluates(frame, expression): continue
        if ident != main or has_own_handler or not hasattr(signal, 'pthread_kill'):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(KeyboardInterrupt))
        else: signal.pthread_kill(ident, signal.SIGINT)
`

/** `evaluation.interrupt` of Python. It has no value, so that debugpy prints none. */
export const pythonInterrupt = `(lambda own: (exec(${JSON.stringify(source)}, own), own['interrupt']({{expression}}))[1])({})`
