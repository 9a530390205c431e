import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestTarget } from '@dapplex/protocol'

/** A system in a file that defines systems. */
export interface LispSystem {
  readonly name: string
  readonly line: number
  /** Its definition, and what follows it up to the next one. */
  readonly text: string
}

/** A file that defines ASDF systems. */
export interface AsdfFile {
  readonly path: string
  readonly systems: readonly LispSystem[]
}

const SYSTEM = /^\s*\((?:asdf:+)?defsystem\s+(?:#?:|")?([^\s"()]+)/i

/** The definitions of a target: itself, those below a folder, else those in the nearest folder above that has some. */
export async function asdfFiles({ path, files, folders }: TestTarget): Promise<AsdfFile[]> {
  const below = files.filter((file) => file.endsWith('.asd'))
  if (below.length > 0) return Promise.all(below.map(readDefinitions))
  if (!/\.(lisp|lsp|cl)$/i.test(path)) return []
  for (const folder of folders) {
    const here = readdirSync(folder).filter((name) => name.endsWith('.asd'))
    if (here.length > 0) return Promise.all(here.map((name) => readDefinitions(join(folder, name))))
  }
  return []
}

async function readDefinitions(path: string): Promise<AsdfFile> {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/)
  const begins = lines.flatMap((text, index) => {
    const [, name] = SYSTEM.exec(text) ?? []
    return name === undefined ? [] : [{ name: name.toLowerCase(), index }]
  })
  const systems = begins.map(({ name, index }, at) => ({
    name,
    line: index + 1,
    text: lines.slice(index, begins[at + 1]?.index).join('\n'),
  }))
  return { path, systems }
}

/** Whether a system needs a library. */
export const needs = ({ text }: LispSystem, library: string): boolean =>
  new RegExp(`(?:#?:|")${library}(?=["\\s)])`, 'i').test(text)

/** Whether a system does something itself when it is tested, and does not only pass it on to another one. */
export const isTested = ({ text }: LispSystem): boolean =>
  /:perform\s*\(\s*(?:asdf:+)?test-op\b|perform\s*\(\(\s*\w+\s+(?:asdf:+)?test-op\b/i.test(text)
