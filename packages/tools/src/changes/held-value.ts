import { ToolError, toolError } from '@dapplex/protocol'
import { sendServed } from '../call/ask-served.js'
import type { SessionCall } from '../call/call.js'
import type { Stack } from '../stop/read-stack.js'
import { evaluateIn } from '../variables/evaluate-in.js'
import { decodeVariable, type Variable } from '../variables/variable.js'
import { readFrom, valueOf, variableFrom, type Reading } from './watched-value.js'

/** A held value, and what it was at first: adapters do not always write a value alike in both ways, so it is compared with itself. */
export interface Held {
  readonly value: HeldValue
  readonly old: Reading
}

/** A field or element that stays in sight when the frame that names its object has returned. */
interface HeldValue {
  read(stack: Stack): Promise<Reading>
  release(stack: Stack): Promise<void>
}

/** A path without its last step, which names the object; and that step. */
interface Member {
  readonly object: string
  readonly rest: string
  readonly slot: string
}

const LAST_STEP = /^(?<object>.+?)(?<rest>(?:\??\.|->)(?<name>[^.[\]>-][^.[\]]*)|(?<index>\[[^\]]*\]))$/s

function memberIn(path: string): Member | undefined {
  const { object, rest, name, index } = LAST_STEP.exec(path.trim())?.groups ?? {}
  const slot = name ?? index
  return object === undefined || rest === undefined || slot === undefined ? undefined : { object, rest, slot }
}

/** Where a path is seen from. */
interface Sight {
  readonly frameId: number
  readonly expression: string
  /** The path begins at a global variable. */
  readonly isGlobal: boolean
}

/**
 * Holds the object whose field or element a path names; undefined for a variable, which ends with its frame, or where the adapter has
 * no way. A global variable is seen from every frame.
 */
export async function holdValue(on: SessionCall, sight: Sight, stack: Stack): Promise<Held | undefined> {
  try {
    const value = await valueToHold(on, sight)
    return value === undefined ? undefined : { value, old: await value.read(stack) }
  } catch (error) {
    // It is seen from its frame alone then.
    if (error instanceof ToolError && error.type !== 'CANCELLED' && error.type !== 'TIMEOUT') return undefined
    throw error
  }
}

async function valueToHold(on: SessionCall, sight: Sight): Promise<HeldValue | undefined> {
  const member = memberIn(sight.expression)
  if (member === undefined) return sight.isGlobal ? global(on, sight) : undefined
  return on.serves('dapplex_inspectSlot') ? numbered(on, sight, member) : named(on, sight, member)
}

/** By its address where the adapter tells that: a local variable may have the same name. */
async function global(on: SessionCall, sight: Sight): Promise<HeldValue> {
  const { expression } = sight
  const held = await named(on, sight, { object: expression, rest: '', slot: expression })
  return (
    held ?? {
      read: async ({ frames: [top] }) => (top === undefined ? { kind: 'gone' } : readFrom(on, top.id, expression)),
      release: () => Promise.resolve(),
    }
  )
}

/** The adapter numbers the object itself, and the number stays. */
async function numbered(on: SessionCall, { frameId }: Sight, { object, slot }: Member): Promise<HeldValue | undefined> {
  const found = await variableFrom(on, frameId, object)
  const number = typeof found === 'string' ? undefined : found.adapterObject
  if (number === undefined) return undefined
  const refuse = (reason: string) => toolError('VARIABLES_FAILED', { reason })
  const args = { object: number, slot }
  return {
    read: async () =>
      valueOf(on, decodeVariable(await sendServed(on, { command: 'dapplex_inspectSlot', args }, refuse))),
    release: () => Promise.resolve(),
  }
}

/** An expression that names the object in every frame (`traits.evaluation.holding`). */
async function named(on: SessionCall, { frameId, expression }: Sight, member: Member): Promise<HeldValue | undefined> {
  const { holding } = on.traits.evaluation
  if (holding === undefined) return undefined
  const value = await evaluated(on, frameId, expression)
  const places = { object: member.object, rest: member.rest, path: expression, type: value?.type ?? '' }
  const kept = await evaluated(on, frameId, filled(holding.keep, places))
  const groups = kept === undefined ? undefined : new RegExp(holding.kept, 's').exec(kept.value)
  if (kept === undefined || groups === null || groups === undefined) return undefined
  const name = filled(holding.name, { ...places, ...groups.groups })
  return {
    read: async ({ frames: [top] }) => {
      const now = top === undefined ? undefined : await evaluated(on, top.id, name)
      return now === undefined ? { kind: 'gone' } : valueOf(on, now)
    },
    release: async ({ frames: [top] }) => {
      if (holding.release !== undefined && top !== undefined) await evaluated(on, top.id, holding.release)
    },
  }
}

async function evaluated(on: SessionCall, frameId: number, expression: string): Promise<Variable | undefined> {
  const result = await evaluateIn(on, { expression, frameId, context: 'watch' })
  return result.kind === 'value' ? result.value : undefined
}

const filled = (template: string, places: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => places[name] ?? '')
