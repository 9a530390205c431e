import type { ClientRow, SessionRow } from './session-rows.js'

const DEEDS: Readonly<Record<string, string>> = {
  next: 'stepped over',
  stepIn: 'stepped in',
  stepOut: 'stepped out',
  stepBack: 'stepped back',
  continue: 'continued',
  reverseContinue: 'went backwards',
  goto: 'jumped to another line',
  pause: 'paused the program',
  restart: 'restarted the program',
  terminate: 'ended the program',
  setBreakpoints: 'set breakpoints',
  setFunctionBreakpoints: 'set function breakpoints',
  setExceptionBreakpoints: 'chose the exceptions to stop at',
  setDataBreakpoints: 'set data breakpoints',
  setVariable: 'changed a variable',
  setExpression: 'changed a value',
  evaluate: 'evaluated an expression',
  launch: 'started the program',
  attach: 'attached to the program',
  dapplex_breakpointAdd: 'set a breakpoint',
  dapplex_breakpointRemove: 'removed a breakpoint',
  dapplex_breakpointEnable: 'changed a breakpoint',
  dapplex_restartInvoke: 'took a restart',
  dapplex_lispEval: 'evaluated Lisp',
}

/** The last act of a client, in words: `last_command` is the request that it was. */
export function lastAct({ last_command: command }: Pick<ClientRow, 'last_command'>): string | undefined {
  return command === undefined ? undefined : (DEEDS[command] ?? command.replace(/^dapplex_/, ''))
}

/**
 * Where the program of a session stands, in a few words. The exit code of a program that somebody has ended says nothing: it is the
 * debugger's.
 * @param you name of this window
 */
export function stateWord(
  { state, exit_code: code, ended_by: by }: Pick<SessionRow, 'state' | 'exit_code' | 'ended_by'>,
  you: string,
): string {
  switch (state) {
    case 'not_attached':
      return 'starting'
    case 'exited':
      if (by !== undefined) return `ended by ${by.name === you ? 'you' : by.name}`
      return code === undefined ? 'ended' : `ended with exit code ${code}`
    case 'running':
    case 'stopped':
      return state
  }
}
