const PREFIX = 'dapplex_'

/** Requests between the tools and the core, in the words of their callers. */
const SPOKEN: Readonly<Record<string, string>> = {
  dapplex_breakpointAdd: 'setting the breakpoint',
  dapplex_breakpointRemove: 'removing the breakpoint',
  dapplex_breakpointEnable: 'changing the breakpoint',
  dapplex_controlAcquire: 'taking control',
  dapplex_controlRelease: 'giving up control',
  dapplex_controlStatus: 'asking who has control',
  dapplex_message: 'sending the message',
  dapplex_state: 'asking for the state',
}

/**
 * The name of a request in a text for people. A request of DAP has its own name; the requests that dapplex uses inside are
 * described.
 */
export function spokenCommand(command: string): string {
  const known = Object.hasOwn(SPOKEN, command) ? SPOKEN[command] : undefined
  if (known !== undefined || !command.startsWith(PREFIX)) return known ?? command
  const words = command.slice(PREFIX.length).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `the request for '${words}'`
}
