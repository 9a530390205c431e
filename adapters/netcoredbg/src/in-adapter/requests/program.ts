import { countIn, type JsonObject, textIn } from '@dapplex/protocol'
import { requiredText } from './arguments.js'
import type { Debuggee } from '../debuggee/debuggee.js'
import { listFrame, captureVariable } from '../debuggee/frame-variables.js'
import { documentationFor, documentationOf, type Documentation } from '../symbols/xml-documentation.js'

interface Slot {
  readonly name: string
  readonly documentation?: string
}

interface Placed {
  readonly slots?: readonly Slot[]
  readonly modulePath?: string
  readonly token?: number
  readonly metadataName?: string
  readonly documentationId?: string
}

interface Location {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** `dapplex_inspectClass {class_name}`: the result of inspect_class. */
export async function inspectClass(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const name = requiredText(args, 'class_name')
  return placed(debuggee, await ask<Placed>(debuggee, 'class', { name }))
}

/** `dapplex_inspectFunction {symbol}`: the result of inspect_function. A symbol without a type belongs to the type of the frame. */
export async function inspectFunction(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  const symbol = requiredText(args, 'symbol')
  const frameId = await debuggee.frameOrTop(countIn(args, 'frameId'))
  const type = (await debuggee.context(frameId))?.typeName
  return placed(debuggee, await ask<Placed>(debuggee, 'function', { symbol, type }))
}

/** `dapplex_inspectPackage {package_name}`: a namespace. */
export const inspectPackage = (args: JsonObject, debuggee: Debuggee): Promise<unknown> =>
  ask(debuggee, 'package', { name: requiredText(args, 'package_name'), start: countIn(args, 'start') })

/** `dapplex_types {module?, namespace?, pattern?, start?, max?}`. */
export const types = (args: JsonObject, debuggee: Debuggee): Promise<unknown> =>
  ask(debuggee, 'types', {
    module: textIn(args, 'module'),
    namespace: textIn(args, 'namespace'),
    pattern: textIn(args, 'pattern'),
    ...page(args),
  })

/** `dapplex_members {type | object, kinds?}`. */
export const members = (args: JsonObject, debuggee: Debuggee): Promise<unknown> =>
  ask(debuggee, 'members', { ...typeOrObject(args), kinds: kindsIn(args), ...page(args) })

/** `dapplex_layout {type | object}`. */
export const layout = (args: JsonObject, debuggee: Debuggee): Promise<unknown> =>
  ask(debuggee, 'layout', typeOrObject(args))

/** `dapplex_instances {type, max}`: searches also the variables of the stopped thread. */
export async function instances(args: JsonObject, debuggee: Debuggee): Promise<unknown> {
  await captureStack(debuggee)
  return ask(debuggee, 'instances', { type: requiredText(args, 'type'), ...page(args), limit: 4000 })
}

/** `dapplex_modulesSearch {pattern, kind?, module?}`. */
export const modulesSearch = (args: JsonObject, debuggee: Debuggee): Promise<unknown> =>
  ask(debuggee, 'search', {
    pattern: requiredText(args, 'pattern'),
    kind: textIn(args, 'kind'),
    module: textIn(args, 'module'),
    ...page(args),
    limit: 4000,
  })

const page = (args: JsonObject) => ({ start: countIn(args, 'start'), max: countIn(args, 'max') })

function typeOrObject(args: JsonObject): { readonly id?: number; readonly type?: string } {
  const id = countIn(args, 'object')
  return id === undefined ? { type: requiredText(args, 'type') } : { id }
}

const kindsIn = (args: JsonObject): string | undefined =>
  Array.isArray(args['kinds']) ? (args['kinds'] as unknown[]).map(String).join(',') : undefined

type Asked = Readonly<Record<string, string | number | undefined>>

async function ask<T>(debuggee: Debuggee, operation: string, asked: Asked): Promise<T> {
  const frameId = await debuggee.frameOrTop(undefined)
  const near = await nearNamespaces(debuggee, frameId)
  return debuggee.inspector.call<T>(operation, { ...asked, near }, frameId)
}

/** Where a short name is searched first: the namespaces around the frame, then those of the file's `using` lines. */
async function nearNamespaces(debuggee: Debuggee, frameId: number): Promise<string | undefined> {
  const context = await debuggee.context(frameId)
  if (context === undefined) return undefined
  const parts = context.namespace.split('.')
  const around = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'))
  const used = context.usings.flatMap((one) => /^using ([\p{L}\p{Nd}_.]+);$/u.exec(one)?.[1] ?? [])
  return [...around, ...used].join(',')
}

/** Adds the source location, found by the token in the symbols, and the documentation comment. */
async function placed(debuggee: Debuggee, described: Placed): Promise<unknown> {
  const { modulePath, token, metadataName, documentationId, slots, ...others } = described
  if (modulePath === undefined || modulePath === '' || token === undefined)
    return { ...others, ...(slots && { slots }) }
  const question = { module: modulePath, token }
  const { location } = await debuggee.compiler
    .ask<{ location?: Location }>('location', question)
    .catch(() => ({ location: undefined }))
  const comments = await documentationOf(modulePath)
  const name = metadataName?.replaceAll('+', '.')
  const documentation = documentationFor(comments, documentationId ?? `T:${name ?? ''}`)
  return {
    ...others,
    ...(documentation === undefined ? {} : { documentation }),
    ...(slots === undefined ? {} : { slots: slots.map((slot) => withComment(comments, { slot, owner: name ?? '' })) }),
    ...(location === undefined ? {} : { location }),
  }
}

function withComment(comments: Documentation, { slot, owner }: { slot: Slot; owner: string }): Slot {
  const documentation = comments.get(`P:${owner}.${slot.name}`) ?? comments.get(`F:${owner}.${slot.name}`)
  return documentation === undefined ? slot : { ...slot, documentation }
}

/** How many frames are searched for objects that only variables hold. */
const FRAMES = 10

async function captureStack(debuggee: Debuggee): Promise<void> {
  if (debuggee.stoppedThread === undefined) return
  for (const { id: frameId, source } of await debuggee.framesOf(debuggee.stoppedThread, FRAMES)) {
    if (source === undefined) continue
    for (const variable of await listFrame(debuggee, frameId).catch(() => [])) {
      if (variable.value.startsWith('{')) await captureVariable(debuggee, { variable, frameId }).catch(() => undefined)
    }
  }
}
