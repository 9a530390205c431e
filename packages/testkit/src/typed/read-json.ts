import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The value in a JSON text, as `schema` has it. @throws ZodError Says at which place the text is something else. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T {
  const value: unknown = JSON.parse(text)
  return schema.parse(value)
}

/** The value in a JSON file, as `schema` has it. */
export const readJson = <T>(schema: z.ZodType<T>, path: string): T => parseJson(schema, readFileSync(path, 'utf8'))

export { z }
