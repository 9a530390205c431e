/** A path such as `a.b[3].c`: a name, then members and elements. */
export interface MemberPath {
  readonly root: string
  /** `.Name` or `[3]`. */
  readonly steps: readonly string[]
}

const PATH =
  /^(@?[A-Za-z_]\w*)((?:\s*\??\.\s*@?[A-Za-z_]\w*|\s*\[\s*\d+(?:\s*,\s*\d+)*\s*\]|\s*\["(?:[^"\\]|\\.)*"\])*)$/
const STEP = /\??\.\s*@?([A-Za-z_]\w*)|(\[\s*\d+(?:\s*,\s*\d+)*\s*\])|(\["(?:[^"\\]|\\.)*"\])/g

/** Undefined for any other expression. A path is a read (surface, "Expressions"). */
export function memberPath(expression: string): MemberPath | undefined {
  const [, root, rest = ''] = PATH.exec(expression.trim()) ?? []
  if (root === undefined) return undefined
  const steps = [...rest.matchAll(STEP)].map(([whole, name]) =>
    name === undefined ? whole.replace(/\s/g, '') : `.${name}`,
  )
  return { root: root.replace(/^@/, ''), steps }
}
