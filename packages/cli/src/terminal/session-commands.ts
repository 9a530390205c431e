import type { TerminalCommand } from './terminal-command.js'
import { call, ViewUsageError } from './view-context.js'

interface ClientRow {
  readonly name: string
  readonly kind: string
  readonly role: string
  readonly last_command?: string
}

interface ControlRow {
  readonly holder?: { readonly name: string }
  readonly remaining_ms?: number
}

const CONTROL: Readonly<Record<string, string>> = {
  '': 'control_status',
  take: 'control_acquire',
  release: 'control_release',
}

/** Commands about the session itself, its people and its end. */
export const sessionCommands: readonly TerminalCommand[] = [
  {
    names: ['who'],
    usage: 'who',
    help: 'who is in this session and what each did last',
    run: async (view) => {
      const { clients } = await call<{ clients: ClientRow[] }>(view, 'clients_list')
      for (const one of clients)
        view.print(
          `  ${one.name} (${one.kind}, ${one.role})${one.last_command === undefined ? '' : `: ${one.last_command}`}`,
        )
    },
  },
  {
    names: ['say'],
    usage: 'say TEXT',
    help: 'say something to the others in the session',
    run: async (view, rest) => {
      const { to } = await call<{ to: { name: string }[] }>(view, 'message_send', { text: rest })
      view.print(to.length === 0 ? '  nobody else is here' : `  told ${to.map(({ name }) => name).join(', ')}`)
    },
  },
  {
    names: ['control'],
    usage: 'control [take|release]',
    help: 'who may move the program; take it, or give it back',
    run: async (view, rest) => {
      const method = CONTROL[rest]
      if (method === undefined) throw new ViewUsageError('write control, control take or control release')
      const { holder, remaining_ms: ms = 0 } = await call<ControlRow>(view, method)
      view.print(
        holder === undefined
          ? '  nobody has control: everyone may act'
          : `  ${holder.name} has control for ${Math.ceil(ms / 1000)} s more`,
      )
    },
  },
  {
    names: ['in', 'input'],
    usage: 'in TEXT',
    help: "send a line to the program's standard input",
    run: async (view, rest) => {
      await call(view, 'input_send', { text: `${rest}\n` })
    },
  },
  {
    names: ['tools'],
    usage: 'tools',
    help: 'the tools of the surface, for call',
    run: async (view) => {
      const { toolRegistry } = await import('@dapplex/protocol')
      for (const { name, title } of toolRegistry.values()) view.print(`  ${name.padEnd(26)} ${title}`)
    },
  },
  {
    names: ['call'],
    usage: 'call METHOD [key=value… | JSON]',
    help: 'one call of the surface',
    run: async (view, rest) => {
      const [method = '', ...words] = rest.split(/\s+/)
      if (method === '') throw new ViewUsageError('write call METHOD [key=value… | JSON]')
      const { parseParams } = await import('../commands/parse-params.js')
      const asJson = rest.slice(method.length).trim()
      const params = parseParams(method, asJson.startsWith('{') ? [asJson] : words)
      view.print(JSON.stringify(await call(view, method, params), null, 2))
    },
  },
  {
    names: ['q', 'quit'],
    usage: 'q',
    help: 'leave; the session goes on',
    run: (view) => Promise.resolve(view.leave()),
  },
  {
    names: ['kill'],
    usage: 'kill',
    help: 'end the program and the session',
    run: async (view) => {
      await call(view, 'debug_disconnect', { terminate: true })
      view.leave()
    },
  },
]
