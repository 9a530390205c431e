import { isJsonObject, type JsonObject } from './message.js'

/** Reads members of an object from outside. A member of another type counts as absent; `Fields` refuses it instead. */
export const textIn = (object: JsonObject, key: string): string | undefined =>
  typeof object[key] === 'string' ? object[key] : undefined

export const countIn = (object: JsonObject, key: string): number | undefined =>
  typeof object[key] === 'number' && Number.isInteger(object[key]) ? object[key] : undefined

/**
 * How many elements a variable has. Editors page a list whose `indexedVariables` they know, and VS Code then shows its other
 * members first; so an adapter of dapplex tells the number of a short list as `dapplexElements`.
 */
export const elementCountIn = (variable: JsonObject): number | undefined =>
  countIn(variable, 'indexedVariables') ?? countIn(variable, 'dapplexElements')

/** An absent flag is false. */
export const flagIn = (object: JsonObject, key: string): boolean => object[key] === true

export const booleanIn = (object: JsonObject, key: string): boolean | undefined =>
  typeof object[key] === 'boolean' ? object[key] : undefined

export const objectIn = (object: JsonObject, key: string): JsonObject | undefined =>
  isJsonObject(object[key]) ? object[key] : undefined

/** The objects in a list; members of another type are left out. */
export const listIn = (object: JsonObject, key: string): readonly JsonObject[] =>
  Array.isArray(object[key]) ? object[key].filter(isJsonObject) : []

/** The texts in a list; members of another type are left out. */
export const textsIn = (object: JsonObject, key: string): string[] =>
  Array.isArray(object[key]) ? object[key].filter((one) => typeof one === 'string') : []
