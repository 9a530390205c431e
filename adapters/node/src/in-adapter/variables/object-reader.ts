import { PROBE_NAME } from '../injected/injected-names.js'
import { LONG_STRINGS, LONG_STRINGS_UNSURE } from '../injected/long-strings.js'
import { InspectorError, type InspectorConnection } from '../inspector/connection.js'
import type { Properties, Runtime } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import { thrownBy } from './thrown-text.js'
import type { Getter } from './container.js'
import { CUT_COPY, keepCall, RUN_GETTER } from './page-functions.js'
import { TEXT_LIMIT } from './preview.js'

/** The group of every object that is read for the client. It is released when the program resumes. */
export const OBJECT_GROUP = 'dapplex'

export interface ObjectReader {
  readonly connection: InspectorConnection
  readonly evaluator: {
    evaluate(
      expression: string,
      place: { readonly kind: 'global' },
      options: { readonly isPure: boolean; readonly described: { readonly as: string; readonly ifRefused: string } },
    ): Promise<Runtime.RemoteObject>
  }
  /** Whether variables may have changed since the program stopped. */
  readonly scopeValues: 'as-paused' | 'touched'
  /** Longer strings are cut inside the program. */
  readonly textLimit?: number | undefined
}

export interface Call {
  readonly objectId: string
  readonly functionDeclaration: string
  readonly args: readonly Runtime.CallArgument[]
  /** V8 refuses to do anything that may change the program. */
  readonly throwOnSideEffect?: boolean
  /** Return a plain value, not an object that stays in the program. */
  readonly returnByValue?: boolean
}

/**
 * Calls a function in the program with the object as its `this`.
 * @throws RequestFailure with what it threw
 */
export async function callOn({ connection }: ObjectReader, { args, ...call }: Call): Promise<Runtime.RemoteObject> {
  const { result, exceptionDetails } = await connection.send('Runtime.callFunctionOn', {
    ...call,
    arguments: [...args],
    objectGroup: OBJECT_GROUP,
    generatePreview: call.returnByValue !== true,
    silent: true,
  })
  if (exceptionDetails !== undefined) throw new RequestFailure(thrownBy(exceptionDetails))
  return result
}

/**
 * Runs a getter, with a time limit. Reading must not change the program, so V8 refuses a getter that may.
 * @throws RequestFailure with what the getter threw, or why it was not run
 */
export const runGetter = (
  reader: ObjectReader,
  { name, receiverId, getterId }: Getter,
): Promise<Runtime.RemoteObject> =>
  callWithLimit(
    reader,
    { objectId: receiverId, functionDeclaration: RUN_GETTER, args: [{ objectId: getterId }], throwOnSideEffect: true },
    { as: `the getter ${name}`, ifRefused: '; evaluate it as an expression, which may change something' },
  )

/**
 * As `callOn`, with a time limit: for calls that run code of the program. Only an evaluation has a limit in V8, and it takes no
 * arguments: the injected object keeps them.
 * @param described what messages call it, and what to do when V8 refuses it
 * @throws RequestFailure with what it threw, or why it was not run
 */
export async function callWithLimit(
  reader: ObjectReader,
  call: Omit<Call, 'returnByValue'>,
  described: { readonly as: string; readonly ifRefused: string },
): Promise<Runtime.RemoteObject> {
  const { connection, evaluator } = reader
  const { objectId, functionDeclaration, args, throwOnSideEffect = false } = call
  const { result: probe } = await connection.send('Runtime.evaluate', { expression: `globalThis.${PROBE_NAME}` })
  try {
    await connection.send('Runtime.callFunctionOn', {
      objectId: probe.objectId ?? '',
      functionDeclaration: keepCall(functionDeclaration),
      arguments: [{ objectId }, ...args],
      silent: true,
    })
  } catch (error) {
    // V8 takes no object of a `vm` context as an argument.
    if (error instanceof InspectorError) return callOn(reader, call)
    throw error
  }
  const place = { kind: 'global' } as const
  return evaluator.evaluate(`globalThis.${PROBE_NAME}.runKept()`, place, { isPure: throwOnSideEffect, described })
}

/** Own properties, private ones and V8's internal ones. @param isList leave its elements out */
export async function ownProperties(reader: ObjectReader, objectId: string, isList = false): Promise<Properties> {
  const lengths = isList ? {} : await longStrings(reader, objectId)
  const options = { ownProperties: true, generatePreview: true, nonIndexedPropertiesOnly: isList }
  if (Object.keys(lengths).length === 0)
    return reader.connection.send('Runtime.getProperties', { objectId, ...options })
  const args = [{ value: reader.textLimit ?? TEXT_LIMIT }]
  const copy = await callOn(reader, { objectId, functionDeclaration: CUT_COPY, args })
  const { result } = await reader.connection.send('Runtime.getProperties', {
    objectId: copy.objectId ?? '',
    ...options,
  })
  return {
    result: result.map((one) => {
      const length = lengths[one.name]
      return one.value === undefined || length === undefined ? one : { ...one, value: { ...one.value, length } }
    }),
  }
}

/**
 * The lengths of the long strings among its properties. V8 would send them whole: 40 MB take 3 s. A call in which V8 refuses side
 * effects makes each later one slower by 0.8 µs (measured, Node 20: V8 goes through all functions that were ever checked), so it
 * is made only where the object may be a proxy.
 */
async function longStrings(reader: ObjectReader, objectId: string): Promise<Readonly<Record<string, number>>> {
  const sure = await lengthsBy(reader, { objectId, functionDeclaration: LONG_STRINGS })
  return (
    sure ??
    (await lengthsBy(reader, { objectId, functionDeclaration: LONG_STRINGS_UNSURE, throwOnSideEffect: true })) ??
    {}
  )
}

async function lengthsBy(
  { connection, textLimit = TEXT_LIMIT }: ObjectReader,
  call: Omit<Call, 'args' | 'returnByValue'>,
): Promise<Readonly<Record<string, number>> | undefined> {
  const { result, exceptionDetails } = await connection.send('Runtime.callFunctionOn', {
    ...call,
    arguments: [{ value: textLimit }],
    returnByValue: true,
    silent: true,
  })
  const lengths: unknown = exceptionDetails === undefined ? result.value : undefined
  return lengths === null ? undefined : (lengths as Record<string, number> | undefined)
}

/** The getters that it inherits from its classes. */
export async function inheritedGetters(
  { connection }: ObjectReader,
  objectId: string,
): Promise<Runtime.PropertyDescriptor[]> {
  const { result } = await connection.send('Runtime.getProperties', {
    objectId,
    ownProperties: false,
    accessorPropertiesOnly: true,
  })
  const isNative = ({ get }: Runtime.PropertyDescriptor) => get?.description?.includes('[native code]') ?? true
  return result.filter((one) => one.isOwn !== true && one.get?.type === 'function' && !isNative(one))
}
