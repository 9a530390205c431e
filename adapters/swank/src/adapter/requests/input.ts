import type { Handlers, Shim } from '../session/shim.js'

export function inputHandlers(shim: Shim): Handlers {
  return {
    dapplex_input: (args) => ({ success: true, ...shim.input.give(args.text('text')) }),
  }
}
