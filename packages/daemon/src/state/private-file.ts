import { chmodSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user may read (0600), whole or not at all. */
export function writePrivateFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}.new`
  writeFileSync(fresh, text, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, path)
}
