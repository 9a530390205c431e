import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Something that reads what others have written. */
export interface FuzzTarget {
  readonly name: string
  /** Parts of the paths of the files whose coverage counts. */
  readonly files: readonly string[]
  /** Pieces that mean something to it. */
  readonly words: readonly string[]
  /** How many inputs of a run are for it: a reader of files costs more than one of text. */
  readonly share: number
  /** Loads it, after the coverage has begun. What it gives throws only where the target is wrong. */
  readonly load: () => Promise<(input: Buffer) => void | Promise<void>>
}

/** The committed inputs of a target: one that has found a fault is one of them. */
export function seedsOf({ name }: Pick<FuzzTarget, 'name'>): Buffer[] {
  const folder = fileURLToPath(new URL(`seeds/${name}/`, import.meta.url))
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(`${folder}${file}`))
}
