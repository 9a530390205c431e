import { isJsonObject, type JsonObject } from '@dapplex/protocol/dap'

/** A count of a request. A missing value and anything but a number count as 0. */
export const countIn = (args: JsonObject, name: string): number =>
  typeof args[name] === 'number' && args[name] > 0 ? args[name] : 0

export const objectsIn = (body: JsonObject | undefined, name: string): JsonObject[] =>
  Array.isArray(body?.[name]) ? body[name].filter(isJsonObject) : []
