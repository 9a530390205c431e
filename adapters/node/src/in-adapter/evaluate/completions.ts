import type { DebugProtocol as Dap } from '@vscode/debugprotocol'
import type { PausedCallFrame } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import { isIdentifier } from '../variables/path.js'
import { callOn, ownProperties, type ObjectReader } from '../variables/object-reader.js'
import { completionTarget, type CompletionTarget } from './completion-target.js'
import type { EvaluationPlace, Evaluator } from './evaluator.js'

export interface CompletionParts extends ObjectReader {
  readonly evaluator: Evaluator
}

/** Names of an object and of everything that it inherits from, the nearest first, with whether each is a function. */
const MEMBERS = `function () {
  const names = new Map()
  for (let one = Object(this), depth = 0; one !== null && depth < 20; one = Object.getPrototypeOf(one), depth++) {
    for (const name of Object.getOwnPropertyNames(one)) {
      if (names.size > 5000) return [...names]
      if (names.has(name)) continue
      const { value } = Object.getOwnPropertyDescriptor(one, name) ?? {}
      names.set(name, typeof value === 'function')
    }
  }
  return [...names]
}`

/** @param text what stands before the cursor */
export async function completeIn(
  parts: CompletionParts,
  text: string,
  place: EvaluationPlace,
): Promise<Dap.CompletionItem[]> {
  const target = completionTarget(text)
  const found = await candidates(parts, target, place)
  const fitting = found.filter(({ label }) => label.startsWith(target.prefix) && isIdentifier(label))
  return fitting.map((one) => ({ ...one, start: target.start, length: target.prefix.length }))
}

async function candidates(
  parts: CompletionParts,
  { object }: CompletionTarget,
  place: EvaluationPlace,
): Promise<Dap.CompletionItem[]> {
  if (object !== undefined) return membersOf(parts, object, place)
  const scopes = place.kind === 'call' ? await scopeNames(parts, place.call) : []
  const known = new Set(scopes.map(({ label }) => label))
  const globals = await membersOf(parts, 'globalThis', place)
  return [...scopes, ...globals.filter(({ label }) => !known.has(label))]
}

async function membersOf(
  parts: CompletionParts,
  object: string,
  place: EvaluationPlace,
): Promise<Dap.CompletionItem[]> {
  // `Object(…)` makes an object with members even of a string. Nothing that may change the program is evaluated.
  const { objectId } = await parts.evaluator
    .evaluate(`Object(${object}\n)`, place, { isPure: true })
    .catch((error: unknown) => {
      if (error instanceof RequestFailure) return { objectId: undefined }
      throw error
    })
  if (objectId === undefined) return []
  const list = await callOn(parts, { objectId, functionDeclaration: MEMBERS, args: [], returnByValue: true })
  const names = list.value as readonly (readonly [string, boolean])[]
  return names.map(([label, isFunction]) => ({ label, type: isFunction ? 'function' : 'property' }))
}

async function scopeNames(reader: ObjectReader, { scopeChain }: PausedCallFrame): Promise<Dap.CompletionItem[]> {
  const own = scopeChain.filter(({ type }) => type !== 'global')
  const lists = await Promise.all(own.map(({ object }) => ownProperties(reader, object.objectId ?? '')))
  const names = new Set(lists.flatMap(({ result }) => result.map(({ name }) => name)))
  return [...names].map((label) => ({ label, type: 'variable' }))
}
