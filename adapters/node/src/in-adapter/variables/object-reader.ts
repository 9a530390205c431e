import type { InspectorConnection } from '../inspector/connection.js'
import type { Properties, Runtime } from '../inspector/methods.js'
import { RequestFailure } from '../dap/request-failure.js'
import { thrownBy } from './thrown-text.js'
import type { Getter } from './container.js'
import { RUN_GETTER } from './page-functions.js'

/** The group of every object that is read for the client. It is released when the program resumes. */
export const OBJECT_GROUP = 'dapplex'

export interface ObjectReader {
  readonly connection: InspectorConnection
  /** Whether variables may have changed since the program stopped. */
  readonly scopeValues: 'as-paused' | 'touched'
}

export interface Call {
  readonly objectId: string
  readonly functionDeclaration: string
  readonly args: readonly Runtime.CallArgument[]
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

/** @throws RequestFailure with what the getter threw */
export const runGetter = (reader: ObjectReader, { receiverId, getterId }: Getter): Promise<Runtime.RemoteObject> =>
  callOn(reader, { objectId: receiverId, functionDeclaration: RUN_GETTER, args: [{ objectId: getterId }] })

/** Own properties, private ones and V8's internal ones. @param isList leave its elements out */
export function ownProperties({ connection }: ObjectReader, objectId: string, isList = false): Promise<Properties> {
  return connection.send('Runtime.getProperties', {
    objectId,
    ownProperties: true,
    generatePreview: true,
    nonIndexedPropertiesOnly: isList,
  })
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
