import { servedRequest } from '../swank/helper.js'
import type { Helper } from '../swank/helper.js'
import type { Notice, SwankClient } from '../swank/swank-client.js'
import { noImage } from '../dap/failure.js'
import type { Image } from '../image/image.js'
import { KnownThreads } from './known-threads.js'
import { References } from './references.js'

/** The phase of a session. `ended` is the last one. */
export type Phase = 'fresh' | 'starting' | 'configuring' | 'running' | 'ended'

/** How the client counts lines and columns, as it said in `initialize`. */
export interface Conventions {
  linesStartAt1: boolean
  columnsStartAt1: boolean
}

/** What the helper answered to `hello`. */
export interface ImageFacts {
  readonly implementation: string
  readonly version: string
  readonly pid: number
  readonly main_thread?: number
  /** Why breakpoints do not work in this image; absent when they do. */
  readonly hook?: string
}

export type Target =
  | { readonly kind: 'launched'; readonly image: Image; readonly onUncaught: 'abort' | 'refuse' }
  | { readonly kind: 'attached' }

export interface Connection {
  readonly client: SwankClient
  readonly helper: Helper
  readonly facts: ImageFacts
  readonly target: Target
}

/** The state of one debug session: its client, its image and its references. */
export class Core {
  phase: Phase = 'fresh'
  /** Counts requests that may change the program. */
  writes = 0
  readonly conventions: Conventions = { linesStartAt1: true, columnsStartAt1: true }
  readonly references = new References()
  readonly threads: KnownThreads
  private current: Connection | undefined
  private readonly listeners: ((notice: Notice) => void)[] = []

  constructor(readonly emit: (event: string, body?: unknown) => void) {
    this.threads = new KnownThreads(emit)
  }

  /** Errors: ADAPTER_CRASHED before launch or attach, and after the end. */
  get connection(): Connection {
    if (this.current === undefined || this.phase === 'ended')
      throw noImage('No Lisp image is connected: launch or attach first')
    return this.current
  }

  get connected(): Connection | undefined {
    return this.current
  }

  get helper(): Helper {
    return this.connection.helper
  }

  connect(connection: Connection): void {
    this.current = connection
    // The socket was opened by the request `launch` or `attach`: what it brings does not belong to that request.
    connection.client.onNotice = (notice) =>
      servedRequest.run(undefined, () => {
        for (const listener of this.listeners) listener(notice)
      })
  }

  /** Adds a listener for the notices of the image. */
  hear(listener: (notice: Notice) => void): void {
    this.listeners.push(listener)
  }

  /** A line for the person who debugs: category `console`, or `important` when it must not be missed. */
  tell(text: string, category: 'console' | 'important' = 'console'): void {
    this.emit('output', { category, output: text.endsWith('\n') ? text : `${text}\n` })
  }

  lineIn(line: number): number {
    return this.conventions.linesStartAt1 ? line : line + 1
  }
  lineOut(line: number): number {
    return this.conventions.linesStartAt1 ? line : line - 1
  }
  /** To columns from 0, as the helper counts. */
  columnIn(column: number): number {
    return this.conventions.columnsStartAt1 ? column - 1 : column
  }
  columnOut(column: number): number {
    return this.conventions.columnsStartAt1 ? column : column - 1
  }
}
