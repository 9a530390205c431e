import type { Fields } from '@dapplex/protocol/dap'
import { RequestFailure } from './request-failure.js'

/** How the client counts lines and columns. V8 counts both from 0. */
export interface Conventions {
  readonly lineBase: 0 | 1
  readonly columnBase: 0 | 1
}

export const DAP_DEFAULTS: Conventions = { lineBase: 1, columnBase: 1 }

/**
 * Reads them from `initialize` (DAP: `linesStartAt1`, `columnsStartAt1`, `pathFormat`).
 * @throws RequestFailure for paths as URIs: this adapter speaks native paths only
 */
export function readConventions(args: Fields): Conventions {
  const pathFormat = args.textOr('pathFormat') ?? 'path'
  if (pathFormat !== 'path') {
    throw new RequestFailure(`pathFormat "${pathFormat}" is not supported: send native paths (pathFormat "path")`)
  }
  return {
    lineBase: args.flagOr('linesStartAt1') === false ? 0 : 1,
    columnBase: args.flagOr('columnsStartAt1') === false ? 0 : 1,
  }
}
