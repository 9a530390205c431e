import { readFileSync, renameSync } from 'node:fs'
import { z } from 'zod'
import type { Logger } from '../state/logger.js'
import { writePrivateFile } from '../state/private-file.js'
import type { KeptSpec } from './kept-spec.js'

/** Stores breakpoints beyond the life of the daemon. */
export interface BreakpointStore {
  load(): readonly KeptSpec[]
  save(specs: readonly KeptSpec[]): void
}

const kept = z.strictObject({
  breakpoints: z.array(
    z.strictObject({
      id: z.int().min(1),
      enabled: z.boolean(),
      path: z.string().optional(),
      line: z.int().optional(),
      column: z.int().optional(),
      function: z.string().optional(),
      filter: z.string().optional(),
      exception: z
        .strictObject({ type: z.string(), firstChance: z.boolean(), secondChance: z.boolean(), subtypes: z.boolean() })
        .optional(),
      condition: z.string().optional(),
      hitCondition: z.string().optional(),
      logMessage: z.string().optional(),
    }),
  ),
})

/**
 * A private file (0600), rewritten as a whole at each change. An unreadable one is renamed to `.broken`: the daemon starts
 * without breakpoints, and nothing is lost.
 */
export function breakpointFile(path: string, log: Logger): BreakpointStore {
  return {
    load() {
      const text = read(path)
      if (text === undefined) return []
      try {
        return kept.parse(JSON.parse(text)).breakpoints as KeptSpec[]
      } catch (error) {
        log.warn({ path, err: error }, 'the saved breakpoints cannot be read; the file was renamed')
        renameSync(path, `${path}.broken`)
        return []
      }
    },
    save: (breakpoints) => writePrivateFile(path, `${JSON.stringify({ breakpoints })}\n`),
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
