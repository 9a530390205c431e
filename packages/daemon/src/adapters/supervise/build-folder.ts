import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { textIn, type AdapterDefinition, type JsonObject } from '@dapplex/protocol'
import { removeFolder } from '../../state/remove-folder.js'

/** Where an adapter that compiles the program writes it: a folder that only this user can open, for one run. */
export class BuildFolder {
  #path: string | undefined

  /** The arguments of a launch, with the file where the adapter is to build, where it builds one and the caller names none. */
  withOutput({ launch }: AdapterDefinition, args: JsonObject): JsonObject {
    const how = launch?.buildOutput
    if (how === undefined || how.argument in args || how.unless.values.includes(args[how.unless.argument])) return args
    this.remove()
    this.#path = mkdtempSync(join(tmpdir(), 'dapplex-build-'))
    return { ...args, [how.argument]: join(this.#path, nameOf(textIn(args, launch?.program ?? '') ?? '')) }
  }

  /** The run is over. */
  remove(): void {
    if (this.#path !== undefined) removeFolder(this.#path)
    this.#path = undefined
  }
}

/** The name that the program's process gets: that of its folder or file. */
function nameOf(program: string): string {
  const name = basename(program, extname(program))
  return `${name === '' || name === '.' ? 'program' : name}${process.platform === 'win32' ? '.exe' : ''}`
}
