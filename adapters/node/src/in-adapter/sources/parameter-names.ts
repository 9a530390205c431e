import { parse, tokenizer, tokTypes, type Pattern } from 'acorn'

/**
 * The names that a function's parameters bind, in their order.
 * @param text the source from where V8 says that the function starts: at its parameters
 * @returns undefined for what cannot be read
 */
export function parameterNames(text: string): readonly string[] | undefined {
  try {
    const list = parameterList(text)
    if (list === undefined) return undefined
    const [statement] = parse(`(function ${list} {})`, { ecmaVersion: 'latest' }).body
    if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'FunctionExpression')
      return undefined
    return statement.expression.params.flatMap(namesIn)
  } catch {
    return undefined
  }
}

/** `(a, b = 1)`; also for `a` of `a => a`. Undefined for a class that has no constructor of its own. */
function parameterList(text: string): string | undefined {
  let depth = 0
  for (const { type, start, end } of tokenizer(text, { ecmaVersion: 'latest' })) {
    if (type === tokTypes.parenL) depth += 1
    if (type === tokTypes.parenR) depth -= 1
    if (depth > 0) continue
    if (type === tokTypes.parenR) return text.slice(text.indexOf('('), end)
    const word = text.slice(start, end)
    if (type !== tokTypes.name) return undefined
    // `async x => x`, `async (x) => x`
    if (word !== 'async') return `(${word})`
  }
  return undefined
}

function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : namesIn(element)))
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesIn(one.type === 'RestElement' ? one : one.value))
    case 'MemberExpression':
      return []
  }
}
