import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { DEEPEST, isTooDeep } from '@dapplex/transport'
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
  return parseJsonc(text, path)
}

/**
 * The value of a JSON text with comments and trailing commas.
 * @param path names the text in errors
 * @throws ConfigError with the line of the first mistake
 */
export function parseJsonc(text: string, path: string): unknown {
  // The parser calls itself once a level.
  if (isTooDeep(Buffer.from(text)))
    throw new ConfigError(`${path} is nested deeper than ${DEEPEST} levels; correct the file`)
  const mistakes: ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), mistakes, { allowTrailingComma: true })
  const [first] = mistakes
  if (first === undefined) return value
  const line = text.slice(0, first.offset).split('\n').length
  throw new ConfigError(`${path}:${line}: ${printParseErrorCode(first.error)}; correct the file`)
}
