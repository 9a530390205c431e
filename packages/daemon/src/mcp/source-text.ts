import { z } from 'zod'

const lines = z.array(z.object({ line: z.int(), text: z.string(), is_current: z.boolean().optional() }))
const shown = z.object({ file: z.string().optional(), name: z.string().optional(), lines })

/** The answer of `source_get` as text: the file, then its lines with their numbers and a mark at the current one. */
export function sourceText(result: unknown): string {
  const { file, name, lines } = shown.parse(result)
  const width = String(lines.at(-1)?.line ?? 0).length
  const rows = lines.map(({ line, text, is_current: isCurrent }) => {
    return `${isCurrent === true ? '>' : ' '} ${String(line).padStart(width)}  ${text}`.trimEnd()
  })
  return [file ?? name ?? '', ...rows].join('\n')
}
