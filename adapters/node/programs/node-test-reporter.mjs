// A reporter of `node --test` that writes what happens to the tests, one JSON object a line (Node, "Custom reporters").
import { relative } from 'node:path'

/** Reason by which Node tells a test that was left out because of its name. */
const LEFT_OUT = /does not match pattern/

export default async function* tell(events) {
  /** The titles that are open, by nesting. */
  const titles = []
  for await (const { type, data } of events) {
    if (!/^test:(start|pass|fail)$/.test(type)) continue
    titles.length = data.nesting
    titles.push(data.name)
    const { file, line, details, skip, todo } = data
    if (type === 'test:start' || details?.type === 'suite' || file === undefined) continue
    if (typeof skip === 'string' && LEFT_OUT.test(skip) && !isListing()) continue
    const name = [relative(process.cwd(), file), ...titles].join(' > ')
    yield `${JSON.stringify({ event: 'end', name, file, line, ...outcome(type, { details, skip, todo, file, line }) })}\n`
  }
}

const isListing = () => process.env.DAPPLEX_TESTS === 'list'

function outcome(type, { details, skip, todo, file, line }) {
  if (skip !== undefined || (todo !== undefined && type === 'test:fail')) return { outcome: 'skipped' }
  if (type === 'test:pass') return { outcome: 'passed' }
  const error = details?.error
  const cause = error?.cause ?? error
  const stack = typeof cause?.stack === 'string' ? cause.stack : ''
  const message = typeof cause === 'object' ? (cause.message ?? String(error)) : String(cause)
  return { outcome: 'failed', message, line: lineIn(file, stack) ?? line }
}

/** The line of the outermost frame in this file. */
function lineIn(file, stack) {
  const rows = stack.split('\n').filter((row) => row.includes(`${file}:`) && !row.includes('node:internal'))
  const found = rows.map((row) => /:(\d+):\d+\)?$/.exec(row)?.[1]).filter((one) => one !== undefined)
  return found.length === 0 ? undefined : Number(found.at(-1))
}
