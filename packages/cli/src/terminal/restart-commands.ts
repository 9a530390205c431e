import type { TerminalCommand } from './terminal-command.js'
import { shown } from '../output/escape-text.js'
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
    help: 'list the restarts of this condition (Lisp)',
    example: 'restarts',
    run: async (view) => {
      const { restarts } = await call<{ restarts: RestartRow[] }>(view, 'restarts_list')
      for (const { index, name, description } of restarts) view.print(shown`  ${index}: [${name}] ${description}`)
      if (restarts.length === 0) view.print('  (none)')
    },
  },
  {
    names: ['r', 'restart'],
    usage: 'r N [EXPR…]',
    help: 'invoke restart N, with arguments if it takes any (Lisp)',
    example: 'r 1',
    run: async (view, rest) => {
      const [index = '', ...args] = rest.split(/\s+/)
      if (!/^\d+$/.test(index))
        throw new ViewUsageError('give the number of a restart, such as r 0 (restarts lists them)')
      await call(view, 'restart_invoke', { index: Number(index), ...(args.length === 0 ? {} : { args }) })
    },
  },
]
