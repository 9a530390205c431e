/**
 * `childExits.watch` of Python. The functions of `os` that wait for a process tell debugpy how it has ended, as an event, and answer
 * what they always do. `subprocess` keeps them under names of its own (CPython 3.11: the defaults of `_internal_poll`; from 3.12 on
 * `_del_safe`). Their code counts as debugpy's own file, so that no step and no stack shows it. The exit code of a process that a
 * signal has ended is the low byte, as debugpy tells it for the program that it launched.
 */
const source = String.raw`
def watch():
    import os, signal, sys, pydevd
    from _pydevd_bundle.pydevd_net_command import NetCommand
    if hasattr(os, '__dapplex_waits__'): return
    os.__dapplex_waits__ = True

    def name_of(number):
        try: return signal.Signals(number).name
        except ValueError: return 'signal %d' % number

    def tell(process, code, number):
        writer = getattr(pydevd.get_global_debugger(), 'writer', None)
        if writer is None: return
        body = {'processId': process, 'exitCode': 256 - number if number else code}
        if number: body['signal'] = name_of(number)
        writer.add_command(NetCommand(901, 0, {'type': 'event', 'event': 'dapplexChildExited', 'body': body}, is_json=True))

    def of_status(answer):
        process, status = answer[0], answer[1]
        if process > 0 and os.WIFEXITED(status): tell(process, os.WEXITSTATUS(status), 0)
        elif process > 0 and os.WIFSIGNALED(status): tell(process, 0, os.WTERMSIG(status))

    def of_record(answer):
        if answer is None: return
        if answer.si_code == os.CLD_EXITED: tell(answer.si_pid, answer.si_status, 0)
        elif answer.si_code in (os.CLD_KILLED, os.CLD_DUMPED): tell(answer.si_pid, 0, answer.si_status)

    def telling(wait, read):
        def __dapplex_wait__(*arguments, **named):
            answer = wait(*arguments, **named)
            try: read(answer)
            except Exception: pass
            return answer
        return __dapplex_wait__

    former = os.waitpid
    for name in ('wait', 'waitpid', 'wait3', 'wait4', 'waitid'):
        if hasattr(os, name): setattr(os, name, telling(getattr(os, name), of_record if name == 'waitid' else of_status))

    subprocess = sys.modules.get('subprocess')
    if subprocess is None: return
    if getattr(subprocess, '_waitpid', None) is former: subprocess._waitpid = os.waitpid
    if hasattr(subprocess, '_del_safe'): subprocess._del_safe.waitpid = os.waitpid
    poll = subprocess.Popen._internal_poll
    if poll.__defaults__: poll.__defaults__ = tuple(os.waitpid if value is former else value for value in poll.__defaults__)
watch()
`

export const pythonChildExits = {
  watch: `(lambda file: exec(compile(${JSON.stringify(source)}, file, 'exec'), {}))(__import__('pydevd').__file__)`,
  event: 'dapplexChildExited',
  processId: 'subProcessId',
}
