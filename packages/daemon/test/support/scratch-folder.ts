import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A temporary folder for the programs that a test writes. */
export class ScratchFolder {
  readonly path: string

  constructor(name: string) {
    this.path = mkdtempSync(join(tmpdir(), `dapplex-${name}-`))
  }

  /** Writes a file, also in a folder below, and returns its path. */
  write(name: string, text: string): string {
    const path = join(this.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}
