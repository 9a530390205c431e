import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type JsonObject, listIn, textIn } from '@dapplex/protocol'
import type { SessionCall } from '../call/session-call.js'
import type { DapSession } from '../port/dap-session.js'

/** What the adapter knows of a source is an addition to an answer: it is not waited for longer. In ms. */
const ASKING_MS = 1_000
/** Larger files were made by a program. */
const MOST_BYTES = 16 * 1024 * 1024

/** DAP, "ChecksumAlgorithm"; `timestamp` has no form that it says. */
const ALGORITHMS: Readonly<Record<string, string>> = { MD5: 'md5', SHA1: 'sha1', SHA256: 'sha256' }

interface Checksum {
  readonly algorithm: string
  readonly value: string
}
type Checksums = ReadonlyMap<string, Checksum>

/** The checksums of a program, as long as it loads no further module. */
const known = new WeakMap<DapSession, { readonly of: string; readonly checksums: Checksums }>()

/**
 * Those of `paths` whose file on this machine is known to be another than what the program was made from: by the adapter's checksum, or, where the
 * adapter's traits say so, because it was written after the program was started. What is not known is not among them. Never fails.
 */
export async function changedSources(
  on: SessionCall,
  paths: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(paths)].filter((path) => path !== undefined)
  const changed = asked.length === 0 ? undefined : await howToTell(on)
  if (changed === undefined) return new Set()
  const answers = await Promise.all(asked.map((path) => changed(path).catch(() => false)))
  return new Set(asked.filter((_, index) => answers[index]))
}

type Changed = (path: string) => Promise<boolean>

async function howToTell(on: SessionCall): Promise<Changed | undefined> {
  switch (on.traits.changedSources) {
    case 'checksums': {
      const checksums = await checksumsOf(on)
      return (path) => differs(path, checksums.get(path))
    }
    case 'time': {
      const { programStartedAt } = on.view
      if (programStartedAt === undefined) return undefined
      return async (path) => (await stat(path)).mtimeMs > programStartedAt
    }
    case undefined:
      return undefined
  }
}

async function differs(path: string, checksum: Checksum | undefined): Promise<boolean> {
  if (checksum === undefined || (await stat(path)).size > MOST_BYTES) return false
  const hash = createHash(checksum.algorithm)
  return hash.update(await readFile(path)).digest('hex') !== checksum.value
}

async function checksumsOf(on: SessionCall): Promise<Checksums> {
  const { session, view } = on
  const of = `${view.programStartedAt ?? 0} ${view.modules.length}`
  const before = known.get(session)
  if (before?.of === of) return before.checksums
  if (view.phase === 'ended' || !on.can('supportsLoadedSourcesRequest')) return new Map()
  const { timeoutMs, ...rest } = on.call.rest()
  const options = { ...rest, timeoutMs: Math.min(timeoutMs, ASKING_MS) }
  const answer = await session.request('loadedSources', {}, options).catch(() => undefined)
  if (answer?.success !== true) return new Map()
  const checksums = new Map(listIn(answer.body, 'sources').flatMap(checksumOf))
  known.set(session, { of, checksums })
  return checksums
}

function checksumOf(source: JsonObject): [string, Checksum][] {
  const path = textIn(source, 'path')
  for (const one of listIn(source, 'checksums')) {
    const algorithm = ALGORITHMS[textIn(one, 'algorithm') ?? '']
    const value = textIn(one, 'checksum')?.toLowerCase()
    if (path !== undefined && algorithm !== undefined && value !== undefined) return [[path, { algorithm, value }]]
  }
  return []
}
