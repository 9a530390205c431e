import type { SessionCall } from '../call/call.js'
import { readLines } from '../sources/local-file.js'
import type { Frame } from '../stop/frame.js'
import { parameterNames } from '../text/parameter-names.js'
import type { Scope } from './scopes.js'

type NamesTrait = NonNullable<SessionCall['traits']['presentation']['argumentNames']>

/**
 * The names of a frame's arguments, in their order, where its adapter lists them among the locals. It runs no code of the program.
 * @returns undefined where they are not known
 */
export async function argumentNames(
  on: SessionCall,
  frame: Frame,
  locals: Scope,
): Promise<readonly string[] | undefined> {
  const { argumentNames: how } = on.traits.presentation
  switch (how?.from) {
    case undefined:
      return undefined
    case 'scope':
      return locals.argumentNames
    case 'expression':
      return fromExpression(on, frame, how)
    case 'source':
      return fromSource(frame, how.definition)
  }
}

async function fromExpression(
  on: SessionCall,
  { id }: Frame,
  { expression, context }: Extract<NamesTrait, { from: 'expression' }>,
): Promise<readonly string[] | undefined> {
  const answer = await on.send('evaluate', { expression, frameId: id, context })
  const text: unknown = answer.success ? answer.body['result'] : undefined
  if (typeof text !== 'string') return undefined
  // A text is shown in the quotes of its language. Names have none.
  return text.replace(/^['"]|['"]$/g, '').match(/\S+/g) ?? []
}

/** From the last definition of that function at the line of the frame or before it. */
async function fromSource({ name, path, line }: Frame, definition: string): Promise<readonly string[] | undefined> {
  const lines = path === undefined || line === undefined ? undefined : await readLines(path)
  if (lines === undefined) return undefined
  const bare = name.replace(/^.*\./s, '').replace(/[^\w]/g, '\\$&')
  const header = new RegExp(definition.replaceAll('{{name}}', () => bare))
  const from = lines.slice(0, line).findLastIndex((text) => header.test(text))
  return from === -1 ? undefined : parameterNames(lines.slice(from))
}
