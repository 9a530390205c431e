import { RequestFailure } from './failure.js'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The arguments of one request, decoded field by field. Errors: INVALID_PARAMETER naming the field. */
export class Arguments {
  private readonly fields: Fields
  constructor(raw: unknown) {
    this.fields = isFields(raw) ? raw : {}
  }

  has(name: string): boolean {
    return this.fields[name] !== undefined && this.fields[name] !== null
  }

  raw(name: string): unknown {
    return this.fields[name]
  }

  text(name: string): string {
    return this.textOr(name) ?? this.missing(name, 'a string')
  }

  textOr(name: string): string | undefined {
    if (!this.has(name)) return undefined
    const value = this.fields[name]
    return typeof value === 'string' ? value : this.wrong(name, 'a string')
  }

  int(name: string): number {
    return this.intOr(name) ?? this.missing(name, 'a whole number')
  }

  intOr(name: string): number | undefined {
    if (!this.has(name)) return undefined
    const value = this.fields[name]
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : this.wrong(name, 'a whole number')
  }

  flag(name: string, otherwise = false): boolean {
    if (!this.has(name)) return otherwise
    const value = this.fields[name]
    return typeof value === 'boolean' ? value : this.wrong(name, 'true or false')
  }

  texts(name: string): string[] {
    if (!this.has(name)) return []
    const value = this.fields[name]
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
      ? value
      : this.wrong(name, 'a list of strings')
  }

  ints(name: string): number[] {
    if (!this.has(name)) return []
    const value = this.fields[name]
    return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item))
      ? (value as number[])
      : this.wrong(name, 'a list of whole numbers')
  }

  /** Members of a list of objects. */
  each(name: string): Arguments[] {
    if (!this.has(name)) return []
    const value = this.fields[name]
    return Array.isArray(value) ? value.map((item) => new Arguments(item)) : this.wrong(name, 'a list')
  }

  object(name: string): Arguments {
    return new Arguments(this.fields[name])
  }

  /** Values that are strings, of an object such as `env`; null takes a name away. */
  record(name: string): Record<string, string | undefined> {
    const value = this.fields[name]
    if (value === undefined || value === null) return {}
    if (!isFields(value)) return this.wrong(name, 'an object of strings')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.entry(name, item)]))
  }

  private entry(name: string, item: unknown): string | undefined {
    if (item === null) return undefined
    return typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
      ? String(item)
      : this.wrong(name, 'an object of strings')
  }

  private missing(name: string, what: string): never {
    throw new RequestFailure('INVALID_PARAMETER', `${name} is missing: it is ${what}`, { parameter: name })
  }

  private wrong(name: string, what: string): never {
    throw new RequestFailure('INVALID_PARAMETER', `${name} must be ${what}`, {
      parameter: name,
      value: this.fields[name],
    })
  }
}
