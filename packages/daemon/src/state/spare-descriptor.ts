import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

let spare: number | undefined

/** From now on this process keeps one descriptor for `withDescriptor`. */
export function keepSpareDescriptor(): void {
  spare ??= open()
}

/**
 * Reads something of the system, also when the process has no descriptor left: then the spare one is given up while it lasts.
 * Without it a daemon whose clients hold all descriptors could not even see which processes it has to end.
 * @param read synchronous, with one file open at a time
 */
export function withDescriptor<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (spare === undefined || !isExhausted(error)) throw error
  }
  closeSync(spare)
  try {
    return read()
  } finally {
    spare = open()
  }
}

function isExhausted(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EMFILE' || code === 'ENFILE'
}

function open(): number | undefined {
  try {
    return openSync(devNull, 'r')
  } catch {
    return undefined
  }
}
