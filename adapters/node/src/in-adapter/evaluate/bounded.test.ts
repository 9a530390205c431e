import { Session, type Runtime } from 'node:inspector'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewOf } from '../variables/preview.js'
import { bounded, unboxed } from './bounded.js'

/** V8 itself, through an inspector session of this process. */
const session = new Session()
beforeAll(() => session.connect())
afterAll(() => session.disconnect())

let sentBytes = 0
function post<Answer>(method: string, params: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    session.post(method, params, (error, answer) => {
      sentBytes += JSON.stringify(answer ?? {}).length
      if (error === null) resolve(answer as Answer)
      else reject(new Error(JSON.stringify(error)))
    })
  })
}

async function evaluate(expression: string): Promise<{ readonly shown: string; readonly bytes: number }> {
  sentBytes = 0
  const { result } = await post<Runtime.EvaluateReturnType>('Runtime.evaluate', {
    expression: bounded(expression),
    generatePreview: true,
    silent: true,
  })
  return { shown: previewOf(await unboxed({ send: post }, result)), bytes: sentBytes }
}

describe('a long string', () => {
  test.each(["'x'.repeat(4_000_000)", "1, 'x'.repeat(4_000_000) // all of it"])('comes cut: %s', async (expression) => {
    const { shown, bytes } = await evaluate(expression)
    expect(shown).toBe(`'${'x'.repeat(10_000)}… (4000000 characters)'`)
    expect(bytes).toBeLessThan(50_000)
  })
  test.each([
    { expression: "'short'", shows: "'short'" },
    { expression: '[1, 2]', shows: 'Array(2) [1, 2]' },
    { expression: 'if (true) { 7 }', shows: '7' },
    { expression: 'var declaredHere = 3; declaredHere', shows: '3' },
    { expression: "({ dapplexText: 'mine' })", shows: "{dapplexText: 'mine'}" },
  ])('nothing else changes: $expression', async ({ expression, shows }) => {
    expect((await evaluate(expression)).shown).toBe(shows)
  })
  test.each(['a)+(b', ')', 'x y', 'if (a) b', 'throw 1'])('no expression stays as it is: %s', (text) => {
    expect(bounded(text)).toBe(text)
  })
})
