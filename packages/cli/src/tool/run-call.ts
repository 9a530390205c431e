import { resolve } from 'node:path'
import { ToolError } from '@dapplex/protocol/plain'
import { withClient } from '../daemon/open-client.js'
import { EXIT, exitCodeOf } from '../exit/exit-codes.js'
import { printJson, printJsonFailure } from '../output/print.js'

export interface Call {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly timeout?: number
  readonly compact?: boolean
  /** Node of the workflow tree that it belongs to; default: the root. */
  readonly node?: string
  /** Calls under one name are one client, which keeps control between them; default: `DAPPLEX_NAME`, else `dapplex call`. */
  readonly name?: string
}

/** Parameters that name a file: the daemon has another working folder, so they are made absolute here. */
const FILE_PARAMETERS = ['program', 'cwd', 'file'] as const

/** Makes one call and prints its outcome; returns the exit code. */
export async function runCall(call: Call): Promise<number> {
  const form = call.compact === true ? 'line' : 'indented'
  try {
    const options = call.timeout === undefined ? {} : { timeoutMs: call.timeout * 1000 }
    const place = call.node === undefined ? {} : { node: call.node }
    const name = call.name ?? (process.env['DAPPLEX_NAME'] || 'dapplex call')
    const who = { name, kind: 'agent', presence: 'oneCall' } as const
    const result = await withClient({ ...who, start: 'if-needed', ...place }, (client) =>
      client.call(call.method, absolutePaths(call.params), options),
    )
    printJson(result, form)
    return EXIT.done
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    printJsonFailure(error.wire, form)
    return exitCodeOf(error.type)
  }
}

/** Resolves relative file parameters against this command's working folder. */
export function absolutePaths(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const absolute = FILE_PARAMETERS.flatMap((key) => {
    const value = params[key]
    return typeof value === 'string' && value !== '' ? [[key, resolve(value)] as const] : []
  })
  return { ...params, ...Object.fromEntries(absolute) }
}
