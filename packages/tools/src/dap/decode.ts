import { isJsonObject, type JsonObject } from '@dapplex/protocol'

/** Reads members of a DAP body that has not been validated. A member of the wrong type counts as absent. */
export const textIn = (object: JsonObject, key: string): string | undefined =>
  typeof object[key] === 'string' ? object[key] : undefined

export const countIn = (object: JsonObject, key: string): number | undefined =>
  typeof object[key] === 'number' && Number.isInteger(object[key]) ? object[key] : undefined

export const flagIn = (object: JsonObject, key: string): boolean => object[key] === true

export const objectIn = (object: JsonObject, key: string): JsonObject | undefined =>
  isJsonObject(object[key]) ? object[key] : undefined

export const listIn = (object: JsonObject, key: string): readonly JsonObject[] =>
  Array.isArray(object[key]) ? object[key].filter(isJsonObject) : []

export const textsIn = (object: JsonObject, key: string): string[] =>
  Array.isArray(object[key]) ? object[key].filter((one) => typeof one === 'string') : []

export const booleanIn = (object: JsonObject, key: string): boolean | undefined =>
  typeof object[key] === 'boolean' ? object[key] : undefined
