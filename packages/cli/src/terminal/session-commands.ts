import type { TerminalCommand } from './terminal-command.js'
import { escapeJson } from '@dapplex/protocol/plain'
import { shown } from '../output/escape-text.js'
import { call, CommandFailure, type ViewContext, ViewUsageError } from './view-context.js'

interface ClientRow {
  readonly name: string
  readonly kind: string
  readonly role: string
  readonly last_command?: string
  readonly is_you?: true
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

/** Commands about the session itself and its clients. */
export const sessionCommands: readonly TerminalCommand[] = [
  {
    names: ['who'],
    usage: 'who',
    help: 'list the clients of this session and what each did last',
    example: 'who',
    run: async (view) => {
      const { clients } = await call<{ clients: ClientRow[] }>(view, 'clients_list')
      for (const one of clients)
        view.print(
          shown`  ${one.name} (${one.kind}, ${one.role})${one.last_command === undefined ? '' : `: ${one.last_command}`}`,
        )
      if (clients.length === 0) view.print('  (no clients)')
    },
  },
  {
    names: ['say'],
    usage: 'say TEXT',
    help: 'send a message to the others in the session',
    example: 'say I look at the order of the calls',
    run: async (view, rest) => {
      const { to } = await call<{ to: { name: string }[] }>(view, 'message_send', { text: rest })
      view.print(to.length === 0 ? '  nobody else is here' : shown`  sent to ${to.map(({ name }) => name).join(', ')}`)
    },
  },
  {
    names: ['control'],
    usage: 'control [take|release]',
    help: 'show who has control of the program; take it or release it',
    example: 'control take',
    run: async (view, rest) => {
      const method = CONTROL[rest]
      if (method === undefined) throw new ViewUsageError('write control, control take or control release')
      const { holder, remaining_ms: ms = 0 } = await call<ControlRow>(view, method)
      view.print(
        holder === undefined
          ? '  nobody has control: everyone may move the program'
          : shown`  ${holder.name} has control for another ${Math.ceil(ms / 1000)} s`,
      )
    },
  },
  {
    names: ['in', 'input'],
    usage: 'in TEXT',
    help: "send a line to the program's standard input",
    example: 'in yes',
    run: async (view, rest) => {
      await call(view, 'input_send', { text: `${rest}\n` })
    },
  },
  {
    names: ['tools'],
    usage: 'tools',
    help: 'list the tools that call takes',
    example: 'tools',
    run: async (view) => {
      const { toolRegistry } = await import('@dapplex/protocol')
      for (const { name, title } of toolRegistry.values()) view.print(`  ${name.padEnd(26)} ${title}`)
    },
  },
  {
    names: ['call'],
    usage: 'call TOOL [key=value… | JSON]',
    help: 'call a tool',
    example: 'call modules_list',
    run: async (view, rest) => {
      const [method = '', ...words] = rest.split(/\s+/)
      if (method === '') throw new ViewUsageError('write call TOOL [key=value… | JSON]')
      const { parseParams } = await import('../arguments/parse-params.js')
      const asJson = rest.slice(method.length).trim()
      const params = await parseParams(method, asJson.startsWith('{') ? [asJson] : words)
      view.print(escapeJson(JSON.stringify(await call(view, method, params), null, 2)))
    },
  },
  {
    names: ['q', 'quit'],
    usage: 'q',
    help: 'leave the view; the session continues',
    example: 'q',
    run: (view) => Promise.resolve(view.leave()),
  },
  {
    names: ['kill'],
    usage: 'kill [now]',
    help: 'end the program and the session; asks first when others are there, kill now does not',
    example: 'kill',
    run: async (view, rest) => {
      if (rest !== '' && rest !== 'now')
        throw new ViewUsageError('write kill, or kill now to end it without a question')
      if (rest === '' && !(await othersAgree(view))) return
      await call(view, 'debug_disconnect', { terminate: true })
      view.leave()
    },
  },
]

/** Whether the program may be ended. Errors: CommandFailure where others are there and nobody can be asked. */
async function othersAgree(view: ViewContext): Promise<boolean> {
  const { clients } = await call<{ clients: ClientRow[] }>(view, 'clients_list')
  const others = clients.filter((one) => one.is_you !== true).map(({ name }) => name)
  if (others.length === 0) return true
  const names = shown`${others.join(', ')}`
  if (view.ask === undefined) throw new CommandFailure(`in the session: ${names}; kill now ends it for all`)
  const answer = await view.ask(`In the session: ${names}. End it for all? (y/n) `)
  return /^y(es)?$/i.test(answer.trim())
}
