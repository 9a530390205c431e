import type { DebugProtocol } from '@vscode/debugprotocol'
import type { z } from 'zod'

/** What a request does to the program or to the session. */
export type Effect =
  /** Reads, and changes nothing that an inspection shows. */
  | 'read'
  /** Changes a value, memory or the program itself. */
  | 'write'
  /** Runs code that the caller wrote. */
  | 'evaluate'
  /** Makes a stopped thread go on. */
  | 'move'
  | 'pause'
  /** Sets breakpoints of one client. */
  | 'breakpoints'
  /** Agrees on conventions before the program starts. */
  | 'configure'
  | 'start'
  | 'restart'
  | 'end'
  | 'cancel'
  /** Gives the program text that it waits for. */
  | 'input'
  /** Changes the session or its clients, not the program. */
  | 'arrange'

export type CapabilityFlag = keyof DebugProtocol.Capabilities

/** One request of DAP or of dapplex: what it does, what it takes and what it answers. */
export interface RequestDefinition<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly effect: Effect
  /** The capability without which an adapter must not be sent the request (DAP; mux 25). */
  readonly flag?: CapabilityFlag
  /** The argument that holds an expression. The request reads where that is a bare path, and evaluates otherwise. */
  readonly expression?: string
  /** Arguments whose presence changes the effect. */
  readonly with?: Readonly<Record<string, Effect>>
  /** Who asks it, where no tool does. */
  readonly asker?: string
  readonly params: P
  /** The body of a successful answer. */
  readonly result: R
}

export const defineRequests = <const T extends Readonly<Record<string, RequestDefinition>>>(requests: T): T => requests
