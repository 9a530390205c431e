import { missing, type ProgramName } from '@dapplex/testkit'
import { beforeAll, beforeEach } from 'vitest'

/** A program in one language. */
interface ProgramSource {
  readonly needs: readonly ProgramName[]
  readonly source: string
  readonly build?: () => Promise<string>
}

/** A busy machine may be slow; the answer comes as soon as the program stops or ends. Parameters of a launch. */
export const PATIENT = { timeout_ms: 200_000, wait_ms: 100_000 }

/**
 * Called in a `describe`: builds the program once before its tests, and skips them, with the reason, where a debugger is missing.
 * @returns what is launched; to be called in a test
 */
export function preparedProgram({ needs, source, build }: ProgramSource): () => string {
  const lacks = missing(...needs)
  let program = source
  beforeAll(async () => {
    if (lacks === undefined && build !== undefined) program = await build()
  })
  beforeEach((context) => {
    if (lacks !== undefined) context.skip(lacks)
  })
  return () => program
}
