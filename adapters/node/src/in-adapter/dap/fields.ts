import { RequestFailure } from './request-failure.js'

/** The arguments of one request, read field by field: they come from outside and nothing about them is certain. */
export class Fields {
  readonly #owner: string
  readonly #values: Readonly<Record<string, unknown>>

  /** @param owner what is read, for error messages: "variables" */
  constructor(owner: string, value: unknown) {
    this.#owner = owner
    this.#values = isRecord(value) ? value : {}
  }

  has(name: string): boolean {
    const value = this.#values[name]
    return value !== undefined && value !== null
  }

  /** @throws RequestFailure if it is missing or no number */
  number(name: string): number {
    return this.optionalNumber(name) ?? this.#missing(name, 'a number')
  }

  /** @throws RequestFailure if it is there and no number */
  optionalNumber(name: string): number | undefined {
    if (!this.has(name)) return undefined
    const value = this.#values[name]
    return typeof value === 'number' && Number.isFinite(value) ? value : this.#wrong(name, 'a number')
  }

  /** @throws RequestFailure if it is missing or no string */
  string(name: string): string {
    return this.optionalString(name) ?? this.#missing(name, 'a string')
  }

  /** @throws RequestFailure if it is there and no string */
  optionalString(name: string): string | undefined {
    if (!this.has(name)) return undefined
    const value = this.#values[name]
    return typeof value === 'string' ? value : this.#wrong(name, 'a string')
  }

  /** @throws RequestFailure if it is there and no boolean */
  optionalBoolean(name: string): boolean | undefined {
    if (!this.has(name)) return undefined
    const value = this.#values[name]
    return typeof value === 'boolean' ? value : this.#wrong(name, 'true or false')
  }

  /** An object inside; one that is missing has no fields. */
  object(name: string): Fields {
    const value = this.#values[name]
    if (this.has(name) && !isRecord(value)) this.#wrong(name, 'an object')
    return new Fields(`${this.#owner}.${name}`, value)
  }

  /** The objects of a list; a missing list is empty. */
  objects(name: string): Fields[] {
    return this.#list(name).map((one, index) => new Fields(`${this.#owner}.${name}[${index}]`, one))
  }

  /** The texts of a list; a missing list is empty. @throws RequestFailure if one of them is no string */
  strings(name: string): string[] {
    return this.#list(name).map((one) => (typeof one === 'string' ? one : this.#wrong(name, 'a list of strings')))
  }

  /** The members of an object that are there, as they are. */
  entries(name: string): [string, unknown][] {
    const value = this.#values[name]
    if (!this.has(name)) return []
    return isRecord(value) ? Object.entries(value) : this.#wrong(name, 'an object')
  }

  #list(name: string): readonly unknown[] {
    const value = this.#values[name]
    if (!this.has(name)) return []
    return Array.isArray(value) ? value : this.#wrong(name, 'a list')
  }

  #missing(name: string, kind: string): never {
    throw new RequestFailure(`${this.#owner}: ${name} is missing; it must be ${kind}`)
  }

  #wrong(name: string, kind: string): never {
    throw new RequestFailure(`${this.#owner}: ${name} must be ${kind}, not ${JSON.stringify(this.#values[name])}`)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
