/**
 * The entry of a table under a name that somebody else has chosen. Undefined for what every object has, such as `constructor` and
 * `__proto__`: a request of that name must not find a function.
 */
export const namedIn = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
