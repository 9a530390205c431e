/** The expression of a member, from the expression of its object (DAP: `Variable.evaluateName`). */
export function memberPath(owner: string | undefined, name: string): string | undefined {
  if (owner === undefined) return undefined
  if (isIdentifier(name)) return `${owner}.${name}`
  if (/^#/.test(name) && isIdentifier(name.slice(1))) return `${owner}.${name}`
  if (/^(0|[1-9]\d*)$/.test(name)) return `${owner}[${name}]`
  return `${owner}[${JSON.stringify(name)}]`
}

export const isIdentifier = (name: string): boolean => /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name)

/** An expression as the start of a path: in parentheses unless it is a path itself. */
export const ownerPath = (expression: string): string =>
  /^[\p{ID_Start}$_][\p{ID_Continue}$.#]*(\[\d+\][\p{ID_Continue}$.#]*)*$/u.test(expression)
    ? expression
    : `(${expression})`
