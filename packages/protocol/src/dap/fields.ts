import { isJsonObject, type JsonObject } from './message.js'

/** A field that is missing or has another type than the request needs. */
export interface BadField {
  /** With the objects around it: `breakpoints[0].line`. */
  readonly path: string
  readonly name: string
  /** What the field must be, for a message: "a string". */
  readonly needs: string
  /** Undefined where the field is missing. */
  readonly value: unknown
}

/** Throws the error that an adapter answers for a bad field. */
export type Refuse = (field: BadField) => never

/**
 * Reads the arguments of a request field by field. A field that is null counts as missing. Each reader takes a missing
 * field for an error, its `...Or` twin takes it for undefined, and both refuse a field of another type.
 */
export class Fields {
  readonly #values: JsonObject
  readonly #refuse: Refuse
  readonly #path: string

  constructor(values: unknown, refuse: Refuse, path = '') {
    this.#values = isJsonObject(values) ? values : {}
    this.#refuse = refuse
    this.#path = path
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined && this.#values[name] !== null
  }

  /** The field as it is. */
  raw(name: string): unknown {
    return this.#values[name]
  }

  text(name: string): string {
    return this.textOr(name) ?? this.#bad(name, TEXT)
  }

  textOr(name: string): string | undefined {
    return this.#read(name, TEXT, isText)
  }

  int(name: string): number {
    return this.intOr(name) ?? this.#bad(name, INT)
  }

  intOr(name: string): number | undefined {
    return this.#read(name, INT, isInt)
  }

  number(name: string): number {
    return this.numberOr(name) ?? this.#bad(name, NUMBER)
  }

  numberOr(name: string): number | undefined {
    return this.#read(name, NUMBER, isNumber)
  }

  flag(name: string, otherwise = false): boolean {
    return this.flagOr(name) ?? otherwise
  }

  flagOr(name: string): boolean | undefined {
    return this.#read(name, 'true or false', isFlag)
  }

  /** A missing list is empty. */
  texts(name: string): string[] {
    return this.#list(name, 'a list of strings', isText)
  }

  /** A missing list is empty. */
  ints(name: string): number[] {
    return this.#list(name, 'a list of whole numbers', isInt)
  }

  /** The objects in a list; a missing list is empty. */
  objects(name: string): Fields[] {
    const list = this.#read(name, 'a list', isList) ?? []
    return list.map((one, index) => this.#inner(one, `${name}[${index}]`))
  }

  /** A missing object has no fields. */
  object(name: string): Fields {
    return this.#inner(this.#read(name, 'an object', isJsonObject), name)
  }

  /** The members of an object as they are; a missing object has none. */
  entries(name: string): [string, unknown][] {
    return Object.entries(this.#read(name, 'an object', isJsonObject) ?? {})
  }

  /** An object of texts such as `env`. Numbers and flags become text; null takes a name away. */
  record(name: string): Record<string, string | undefined> {
    const needs = 'an object of strings'
    const value = this.#read(name, needs, isJsonObject) ?? {}
    const textOf = (item: unknown) => (isText(item) || isNumber(item) || isFlag(item) ? String(item) : undefined)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        item === null ? undefined : (textOf(item) ?? this.#bad(name, needs)),
      ]),
    )
  }

  #inner(values: unknown, name: string): Fields {
    return new Fields(values, this.#refuse, `${this.#path}${name}.`)
  }

  #list<T>(name: string, needs: string, fits: (value: unknown) => value is T): T[] {
    return this.#read(name, needs, (value): value is T[] => Array.isArray(value) && value.every(fits)) ?? []
  }

  #read<T>(name: string, needs: string, fits: (value: unknown) => value is T): T | undefined {
    if (!this.has(name)) return undefined
    const value = this.#values[name]
    return fits(value) ? value : this.#bad(name, needs)
  }

  #bad(name: string, needs: string): never {
    const value = this.has(name) ? this.#values[name] : undefined
    return this.#refuse({ path: `${this.#path}${name}`, name, needs, value })
  }
}

const TEXT = 'a string'
const INT = 'a whole number'
const NUMBER = 'a number'

const isText = (value: unknown): value is string => typeof value === 'string'
const isInt = (value: unknown): value is number => Number.isSafeInteger(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
