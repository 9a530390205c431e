import { accessSync, constants, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { replaceFile } from '@dapplex/daemon/files'
import { fileFailure } from '@dapplex/protocol/plain'
import { CommandError } from '../exit/command-error.js'
import { shown } from '../output/escape-text.js'

/**
 * Writes a file that only this user may read, since it holds values of the program: whole, or what was there stays.
 * @param isNew nobody has given the name: a file that is there is never written over
 * @throws CommandError in words
 */
export function writeOut(out: string, bytes: Uint8Array, isNew: boolean): void {
  try {
    if (isNew) writeNew(out, bytes)
    else writeOver(out, bytes)
  } catch (error) {
    if (isNew && error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new CommandError(shown`${out} is there already; give another name with --out FILE`)
    throw new CommandError(shown`${out} cannot be written: ${fileFailure(error)}`)
  }
}

function writeNew(out: string, bytes: Uint8Array): void {
  writeFileSync(out, '', { mode: 0o600, flag: 'wx' })
  try {
    replaceFile(out, bytes)
  } catch (error) {
    rmSync(out, { force: true })
    throw error
  }
}

/** A link is followed. A pipe or a device has no place beside it and nothing to lose: it is written as it is. */
function writeOver(out: string, bytes: Uint8Array): void {
  const found = statSync(out, { throwIfNoEntry: false })
  if (found === undefined) return replaceFile(out, bytes)
  if (!found.isFile()) return writeFileSync(out, bytes)
  accessSync(out, constants.W_OK)
  replaceFile(realpathSync(out), bytes)
}
