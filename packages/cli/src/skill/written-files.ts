import { stringify } from '@decimalturn/toml-patch'
import { SKILL, skillBody, SUBAGENT, subagentBody } from '@dapplex/protocol'
import type { SubagentForm } from './clients.js'

/** Stands in every file that `dapplex skill` writes. A file without it is somebody else's. */
const MARK = 'Written by `dapplex skill`'
const NOTE = `${MARK}, which writes it again and removes it (--remove). Keep changes in another file.`

export const isOurs = (text: string): boolean => text.includes(MARK)

/** `SKILL.md` (Agent Skills). JSON text is valid YAML. */
export const skillFile = (): string => markdownFile(SKILL, skillBody())

export function subagentFile(form: SubagentForm): string {
  switch (form) {
    case 'markdown':
      return markdownFile(SUBAGENT, subagentBody())
    case 'toml':
      return `# ${NOTE}\n${stringify({ ...SUBAGENT, developer_instructions: subagentBody() }).trimEnd()}\n`
  }
}

const markdownFile = ({ name, description }: typeof SKILL | typeof SUBAGENT, body: string): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n<!-- ${NOTE} -->\n\n${body}`
