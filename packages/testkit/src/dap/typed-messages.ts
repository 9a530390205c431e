import type { ownDapEvents, OwnDapEvent, RequestResult, ServedName } from '@dapplex/protocol'
import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { z } from 'zod'
import type { DapCommands, DapEvents } from './dap-messages.js'

/** The arguments of a command. Those of launch and attach depend on the adapter. A command outside the standard takes anything. */
export type ArgumentsOf<C extends string> = C extends 'launch' | 'attach'
  ? Readonly<Record<string, unknown>>
  : C extends keyof DapCommands
    ? DapCommands[C]['request']['arguments']
    : unknown
/** A served request answers as the catalogue of dapplex says. */
export type ResponseOf<C extends string> = C extends keyof DapCommands
  ? DapCommands[C]['response']
  : C extends ServedName
    ? Omit<Dap.Response, 'body'> & { readonly body: RequestResult<C> }
    : Dap.Response
export type EventOf<E extends string> = E extends keyof DapEvents
  ? DapEvents[E]
  : E extends OwnDapEvent
    ? Omit<Dap.Event, 'body'> & { readonly body: z.output<(typeof ownDapEvents)[E]> }
    : Dap.Event
