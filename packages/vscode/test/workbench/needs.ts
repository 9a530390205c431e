import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseJson, z } from '@dapplex/testkit'

/** The workbench's server and a browser, or why there is none. */
export type Needs =
  | { readonly kind: 'present'; readonly server: string; readonly chromium: string }
  | { readonly kind: 'absent'; readonly reason: string }

const run = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('../../scripts/code-server.mjs', import.meta.url))
const answer = z.union([z.object({ server: z.string() }), z.object({ reason: z.string() })])

/** Looks for Chromium, then fetches the workbench if the cache does not have it. */
export async function findNeeds(): Promise<Needs> {
  const chromium = onPath(['chromium', 'chromium-browser', 'google-chrome'])
  if (chromium === undefined) return { kind: 'absent', reason: 'no Chromium on PATH (Debian: chromium)' }
  const { stdout } = await run(process.execPath, [SCRIPT])
  const found = parseJson(answer, stdout)
  return 'reason' in found ? { kind: 'absent', ...found } : { kind: 'present', server: found.server, chromium }
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
