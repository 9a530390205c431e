import type { Handlers, Shim } from '../session/shim.js'

export function inputHandlers(shim: Shim): Handlers {
  return {
    /** `text`, then the end of the input with `eof: true`. */
    dapplex_input: (args) => {
      const ends = args.flag('eof')
      const given = args.has('text') || !ends ? shim.input.give(args.text('text')) : undefined
      return { success: true, ...given, ...(ends ? shim.input.end() : {}) }
    },
  }
}
