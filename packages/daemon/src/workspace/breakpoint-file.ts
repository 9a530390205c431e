import { renameSync } from 'node:fs'
import { z } from 'zod'
import type { Logger } from '../state/logger.js'
import { readIfThere, writePrivateFile } from '../state/private-file.js'
import type { PlacedSpec } from './kept-spec.js'
import { workspaceOfFile } from './workspace-of.js'

/** Stores breakpoints beyond the life of the daemon. */
export interface BreakpointStore {
  load(): readonly PlacedSpec[]
  save(specs: readonly PlacedSpec[]): void
}

const kept = z.strictObject({
  breakpoints: z.array(
    z.strictObject({
      id: z.int().min(1),
      enabled: z.boolean(),
      /** Absent in a file of an older version. */
      workspace: z.string().optional(),
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
      text: z.string().optional(),
      movedFrom: z.int().optional(),
      stale: z.literal(true).optional(),
    }),
  ),
})

/**
 * An older version kept breakpoints for every program. Those in a file go to the workspace of the file. The others are put aside
 * in `.old`: they stopped programs of every project.
 *
 * A private file (0600), rewritten as a whole at each change. An unreadable one is renamed to `.broken`: the daemon starts
 * without breakpoints, and nothing is lost.
 */
export function breakpointFile(path: string, log: Logger): BreakpointStore {
  return {
    load() {
      const text = readIfThere(path)
      if (text === undefined) return []
      try {
        return placed(kept.parse(JSON.parse(text)).breakpoints as OldSpec[], path, log)
      } catch (error) {
        log.warn({ path, err: error }, 'the saved breakpoints cannot be read; the file was renamed')
        renameSync(path, `${path}.broken`)
        return []
      }
    },
    save: (breakpoints) => {
      try {
        writePrivateFile(path, `${JSON.stringify({ breakpoints })}\n`)
      } catch (error) {
        log.warn({ path, err: error }, 'breakpoints cannot be written: they are kept until the daemon ends')
      }
    },
  }
}

type OldSpec = Omit<PlacedSpec, 'workspace'> & { readonly workspace?: string }

function placed(specs: readonly OldSpec[], path: string, log: Logger): readonly PlacedSpec[] {
  const old: OldSpec[] = []
  const found = specs.flatMap((spec): PlacedSpec[] => {
    const workspace = spec.workspace ?? (spec.path === undefined ? undefined : workspaceOfFile(spec.path, undefined))
    if (workspace !== undefined) return [{ ...spec, workspace }]
    old.push(spec)
    return []
  })
  if (old.length > 0) {
    writePrivateFile(`${path}.old`, `${JSON.stringify({ breakpoints: old })}\n`)
    log.warn(
      { path: `${path}.old`, breakpoints: old.length },
      'saved breakpoints of an older version name no file, so their workspace is not known; they were put aside, set them again',
    )
  }
  return found
}
