/** A path such as `a.b[3].c`: a name, then members and elements. */
export interface MemberPath {
  readonly root: string
  /** `.Name` or `[3]`. */
  readonly steps: readonly string[]
}

/** A C# identifier (C# specification, "Identifiers"). */
export const IDENTIFIER = String.raw`[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\p{Cf}]*`

const INDEX = String.raw`\[\s*\d+(?:\s*,\s*\d+)*\s*\]`
const KEY = String.raw`\["(?:[^"\\]|\\.)*"\]`
const PATH = new RegExp(String.raw`^(@?${IDENTIFIER})((?:\s*\??\.\s*@?${IDENTIFIER}|\s*${INDEX}|\s*${KEY})*)$`, 'u')
const STEP = new RegExp(String.raw`\??\.\s*@?(${IDENTIFIER})|(${INDEX})|(${KEY})`, 'gu')

/** Undefined for any other expression. A path is a read (surface, "Expressions"). */
export function memberPath(expression: string): MemberPath | undefined {
  const [, root, rest = ''] = PATH.exec(expression.trim()) ?? []
  if (root === undefined) return undefined
  const steps = [...rest.matchAll(STEP)].map(([whole, name]) =>
    name === undefined ? whole.replace(/\s/g, '') : `.${name}`,
  )
  return { root: root.replace(/^@/, ''), steps }
}
