import type { z } from 'zod'
import { coreCatalogue, requestCatalogue, servedIn, type RequestName } from '../requests/catalogue.js'
import type { RequestDefinition } from '../requests/definition.js'
import { exportedSchema } from './json-schema.js'
import { shapeOf } from './shape-of.js'
import { markdownTable } from './markdown-table.js'

/** The requests as a Markdown table: what each does, takes and answers. */
export const requestTable = (names: readonly RequestName[]): string =>
  markdownTable(
    ['request', 'effect', 'arguments', 'answer'],
    names.map((name) => [`\`${name}\``, effectText(requestCatalogue[name]), ...shapes(requestCatalogue[name])]),
  )

/** The effect, and the arguments that change it. */
function effectText({ effect, expression, with: others = {} }: RequestDefinition): string {
  const changes = Object.entries(others).map(([argument, other]) => `${other} with \`${argument}\``)
  const evaluates = expression === undefined ? [] : [`evaluate where \`${expression}\` is no bare path`]
  return [effect, ...changes, ...evaluates].join('; ')
}

const shapes = ({ params, result }: RequestDefinition): string[] => [shape(params), shape(result)]

function shape(schema: z.ZodType): string {
  const text = shapeOf(exportedSchema(schema, 'result'))
  return text === 'any' || text === '{}' ? '' : `\`${text.replaceAll('|', '\\|')}\``
}

const BEGIN = '<!-- Requests: written by packages/protocol/scripts/write-reference.mjs from the catalogue. -->'
const END = '<!-- End of the requests. -->'

/** A README with the table of these requests between its two marks. Errors: a README without the marks. */
export function withRequestTable(readme: string, names: readonly RequestName[]): string {
  const [before, rest] = readme.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`the text has no place between ${BEGIN} and ${END}`)
  return `${before}${BEGIN}\n\n${requestTable(names)}\n\n${END}${after}`
}

/** The READMEs with such a table, from the root of the repository. */
export const requestReadmes: Readonly<Record<string, readonly RequestName[]>> = {
  'packages/protocol/src/requests/README.md': [
    ...servedIn('objects', 'definitions', 'types', 'lisp', 'recording', 'stepping', 'changes', 'replay'),
    ...(Object.keys(coreCatalogue) as RequestName[]),
  ],
  'adapters/swank/README.md': servedIn('objects', 'definitions', 'lisp', 'changes', 'recording'),
  'adapters/netcoredbg/README.md': servedIn('objects', 'definitions', 'types', 'stepping'),
}
