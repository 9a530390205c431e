import { readFileSync } from 'node:fs'
import { isJsonObject, type JsonObject } from '@dapplex/protocol'
import { z } from 'zod'

/** The value in a JSON text, as `schema` has it. @throws ZodError Says at which place the text is something else. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  const value: unknown = JSON.parse(text)
  return schema.parse(value)
}

/** The value in a JSON file, as `schema` has it. */
export const readJson = <T>(schema: z.ZodType<T>, path: string): T => parseJson(schema, readFileSync(path, 'utf8'))

/** A JSON object, as a body of DAP is one. @throws Error Says what it is instead. */
export function jsonObject(value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error(`${JSON.stringify(value)} is no JSON object`)
}

export { z }
