import { PROBE_NAME } from './injected-names.js'

/** The lengths of the long strings among the properties of an object, by name. The last argument has the functions of `Object`. */
export const LONG_STRINGS_OF = `function (object, limit, { getOwnPropertyDescriptor, getOwnPropertyNames }) {
  const lengths = {}
  for (const name of getOwnPropertyNames(object)) {
    const value = getOwnPropertyDescriptor(object, name)?.value
    if (typeof value === 'string' && value.length > limit) lengths[name] = value.length
  }
  return lengths
}`

/**
 * The same, on the object; null where nothing can tell that the object is no proxy, whose traps are code of the program: in a `vm`
 * context.
 */
export const LONG_STRINGS = `function (limit) { return globalThis.${PROBE_NAME}?.longStrings?.(this, limit) ?? null }`

/** The same for a call in which V8 refuses what may change the program, as a trap of a proxy may. */
export const LONG_STRINGS_UNSURE = `function (limit) { return (${LONG_STRINGS_OF})(this, limit, Object) }`
