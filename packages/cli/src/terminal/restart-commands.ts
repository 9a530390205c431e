import type { TerminalCommand } from './terminal-command.js'
import { call, ViewUsageError } from './view-context.js'

interface RestartRow {
  readonly index: number
  readonly name: string
  readonly description: string
}

/** Commands of a debugger that has restarts (Common Lisp). */
export const restartCommands: readonly TerminalCommand[] = [
  {
    names: ['restarts'],
    usage: 'restarts',
    help: 'how the program can go on from this condition (Lisp)',
    run: async (view) => {
      const { restarts } = await call<{ restarts: RestartRow[] }>(view, 'restarts_list')
      for (const { index, name, description } of restarts) view.print(`  ${index}: [${name}] ${description}`)
      if (restarts.length === 0) view.print('  (none)')
    },
  },
  {
    names: ['r', 'restart'],
    usage: 'r N [EXPR…]',
    help: 'take restart N, with arguments where it wants some (Lisp)',
    run: async (view, rest) => {
      const [index = '', ...args] = rest.split(/\s+/)
      if (!/^\d+$/.test(index)) throw new ViewUsageError('give the number of a restart: r 0 (restarts lists them)')
      await call(view, 'restart_invoke', { index: Number(index), ...(args.length === 0 ? {} : { args }) })
    },
  },
]
