import { readFileSync } from 'node:fs'
import { jsonObject, must } from '@dapplex/testkit'

const textOf = (page: string): string =>
  readFileSync(new URL(`../../../../docs/editors/${page}.md`, import.meta.url), 'utf8')

/** The blocks of code in this language on a page of `docs/editors/`. */
const blocks = (page: string, language: string): readonly string[] =>
  [...textOf(page).matchAll(new RegExp(`^ *\`\`\`${language}\n([^]*?)^ *\`\`\`$`, 'gm'))].map((one) => must(one[1]))

/** The first block of code in this language on a page of `docs/editors/`: what a reader copies. */
export const documented = (page: string, language: string): string => must(blocks(page, language)[0])

/** The launch configurations on a page, after what the reader fills in has been replaced. */
export function configurations(page: string, fill: (text: string) => string): readonly Record<string, unknown>[] {
  return blocks(page, 'json').flatMap((block) => {
    const parsed: unknown = JSON.parse(fill(block))
    const listed = Array.isArray(parsed) ? parsed : (jsonObject(parsed)['debugger_configurations'] ?? [parsed])
    return (listed as unknown[]).map(jsonObject)
  })
}
