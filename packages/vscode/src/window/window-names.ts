import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The editor and what is open in it, as people call them: “VS Code – shop”. */
export function plainName(editor: string, workspace: string | undefined): string {
  const short = editor.replace(/^Visual Studio Code\b/, 'VS Code')
  return workspace === undefined ? short : `${short} – ${workspace}`
}

/**
 * Names that windows of one editor have claimed: two windows on one folder get different ones, because dapplex takes clients with
 * one name for one client (control, `dapplexName`). A claim is a small file with the pid of the window's host of extensions; it is
 * over when that process is.
 */
export class WindowNames {
  readonly #own = new Map<string, { readonly name: string; readonly file: string | undefined }>()
  readonly #pid: number
  #folder: string | undefined

  constructor(pid: number) {
    this.#pid = pid
  }

  /** Where the claims are kept: a folder that all windows of this editor share. */
  keepIn(folder: string): void {
    this.#folder = folder
  }

  /** The window's own form of a name: the name, or the name with the first free number behind it. */
  of(name: string): string {
    const own = this.#own.get(name) ?? this.#claim(name)
    this.#own.set(name, own)
    return own.name
  }

  dispose(): void {
    for (const { file } of this.#own.values()) if (file !== undefined) rmSync(file, { force: true })
    this.#own.clear()
  }

  #claim(name: string): { readonly name: string; readonly file: string | undefined } {
    if (this.#folder === undefined || !isMade(this.#folder)) return { name, file: undefined }
    for (let number = 1; ; number += 1) {
      const file = join(this.#folder, `${encodeURIComponent(name)}.${number}`)
      const claim = this.#write(file)
      if (claim === 'taken') continue
      return { name: number === 1 ? name : `${name} (${number})`, file: claim === 'written' ? file : undefined }
    }
  }

  /** `impossible`: no file can be written into the folder, and every window keeps the plain name. */
  #write(file: string): 'written' | 'taken' | 'impossible' {
    try {
      if (isHeld(file)) return 'taken'
      rmSync(file, { force: true })
      writeFileSync(file, String(this.#pid), { flag: 'wx' })
      return 'written'
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EEXIST' ? 'taken' : 'impossible'
    }
  }
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    return true
  } catch {
    return false
  }
}

/** Whether the process that has claimed the name lives. */
function isHeld(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(pid) && pid > 0 && isAlive(pid)
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
