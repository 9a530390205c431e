import type { SessionCall } from '../call/call.js'
import { readLines } from '../sources/local-file.js'

/** Where a function is written, for an adapter without function breakpoints: in the file of the program. */
export async function functionPlace(
  { session }: SessionCall,
  name: string,
): Promise<{ readonly path: string; readonly line: number } | undefined> {
  const { program } = session
  const lines = program === undefined ? undefined : await readLines(program)
  if (program === undefined || lines === undefined) return undefined
  const bare = (name.split('.').at(-1) ?? name).replace(/[^\w$]/g, '\\$&').replaceAll('$', '\\$')
  const definition = new RegExp(
    `\\bfunction\\s*\\*?\\s+${bare}\\s*\\(|\\b${bare}\\s*[=:]\\s*(async\\s+)?(function\\b|\\(|\\w+\\s*=>)|^\\s*(static\\s+|async\\s+)*${bare}\\s*\\([^;]*\\)\\s*\\{\\s*$`,
  )
  const index = lines.findIndex((text) => definition.test(text))
  if (index === -1) return undefined
  // The line of the definition itself runs when the function is made; the body begins below it.
  return { path: program, line: /\{\s*$/.test(lines[index] ?? '') ? index + 2 : index + 1 }
}
