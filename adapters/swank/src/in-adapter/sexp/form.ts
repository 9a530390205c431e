/** A symbol as the server spells it, with its package. */
export interface SymbolForm {
  readonly kind: 'symbol'
  readonly name: string
}
/** A list. A dotted list has a `tail`. */
export interface ListForm {
  readonly kind: 'list'
  readonly items: readonly Form[]
  readonly tail?: Form
}
/** Something the reader cannot turn into data (`#<…>`, `#\a`): its text is kept. */
export interface TextForm {
  readonly kind: 'text'
  readonly text: string
}
/** An s-expression: strings and numbers are themselves, `nil` is null, `t` is true. */
export type Form = string | number | bigint | true | null | SymbolForm | ListForm | TextForm

export const symbol = (name: string): SymbolForm => ({ kind: 'symbol', name })
export const keyword = (name: string): SymbolForm => symbol(`:${name}`)
export const list = (...items: readonly Form[]): ListForm => ({ kind: 'list', items })
/** A list that is data in an evaluated form. */
export const quote = (form: Form): ListForm => list(symbol('cl:quote'), form)

export const isList = (form: Form | undefined): form is ListForm =>
  typeof form === 'object' && form !== null && form.kind === 'list'
/** The items of a list; `nil` is the empty list. */
export const itemsOf = (form: Form | undefined): readonly Form[] => (isList(form) ? form.items : [])
/** The name of a keyword without its colon, lower case; undefined for anything else. */
export const keywordName = (form: Form | undefined): string | undefined =>
  typeof form === 'object' && form !== null && form.kind === 'symbol' && form.name.startsWith(':')
    ? form.name.slice(1).toLowerCase()
    : undefined
