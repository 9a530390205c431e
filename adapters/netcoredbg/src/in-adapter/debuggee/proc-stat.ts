import { readFileSync } from 'node:fs'

/**
 * The fields of a process or of a thread behind its name, as `/proc/…/stat` has them (proc(5)); the first is its state. Undefined for
 * one that has ended, and where there is no such file (Linux alone has it).
 */
export function statFields(file: string): readonly string[] | undefined {
  try {
    const stat = readFileSync(file, 'latin1')
    // The name may hold spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
