/** The value, which must be there. A test that finds nothing fails here and not at what it would have done with it. */
export function must<T>(value: T, what = 'a value'): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`there is no ${what}`)
  return value
}

/** The first of a list that must not be empty. */
export const firstOf = <T>(list: readonly T[] | undefined): NonNullable<T> =>
  must(list?.[0], 'first one: the list is empty')

/** The last of a list that must not be empty. */
export const lastOf = <T>(list: readonly T[] | undefined): NonNullable<T> =>
  must(list?.at(-1), 'last one: the list is empty')

/** The one with this name in a list, which must have it: a variable, a frame, a scope. */
export function byName<T extends { readonly name: string }>(list: readonly T[] | undefined, name: string): T {
  const names = (list ?? []).map((one) => one.name)
  return must(
    list?.find((one) => one.name === name),
    `'${name}' among ${names.join(', ') || 'none'}`,
  )
}
