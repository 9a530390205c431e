import { readFile } from 'node:fs/promises'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { ConfigError } from './config-error.js'

/**
 * Reads JSON with comments and trailing commas; undefined when there is no such file.
 * @throws ConfigError with the line of the first mistake
 */
export async function readJsonc(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}`)
  }
  const mistakes: ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), mistakes, { allowTrailingComma: true })
  const [first] = mistakes
  if (first === undefined) return value
  const line = text.slice(0, first.offset).split('\n').length
  throw new ConfigError(`${path}:${line}: ${printParseErrorCode(first.error)}; correct the file`)
}
