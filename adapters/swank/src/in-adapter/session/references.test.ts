import { describe, expect, test } from 'vitest'
import { RequestFailure } from '../dap/failure.js'
import { References } from './references.js'

const place = (thread: number, level: number, index = 0) => ({ thread, level, index })

function reasonOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error instanceof RequestFailure ? error.data['reason'] : error
  }
  return 'no failure'
}

describe('mux 5: ids are never used again', () => {
  test('the same frame has one id while its stop lasts, another one later', () => {
    const references = new References()
    const id = references.frameId(place(1, 1))
    expect(references.frameId(place(1, 1))).toBe(id)
    references.expire(1, 1)
    expect(references.frameId(place(1, 1))).not.toBe(id)
    expect(reasonOf(() => references.frame(id))).toBe('stale')
    expect(reasonOf(() => references.frame(999))).toBe('never_issued')
  })

  test('what belongs to another thread, or to an outer level, lives on', () => {
    const references = new References()
    const [other, outer, inner] = [place(2, 1), place(1, 1), place(1, 2)].map((frame) => references.frameId(frame))
    const scope = references.containerId({ kind: 'scope', frame: place(1, 2), scope: 'local' })
    const free = references.containerId({ kind: 'object', id: 5, frame: undefined, expression: undefined })
    references.expire(1, 2)
    expect(references.frame(other ?? 0)).toEqual(place(2, 1))
    expect(references.frame(outer ?? 0)).toEqual(place(1, 1))
    expect(reasonOf(() => references.frame(inner ?? 0))).toBe('stale')
    expect(reasonOf(() => references.container(scope))).toBe('stale')
    expect(references.container(free)).toMatchObject({ id: 5 })
  })

  test('while its thread is being resumed an id is refused, and good again where the resume is refused', () => {
    const references = new References()
    const id = references.frameId(place(1, 1))
    const scope = references.containerId({ kind: 'scope', frame: place(1, 1), scope: 'local' })
    references.hold(1)
    for (const read of [() => references.frame(id), () => references.container(scope)])
      expect(read).toThrow('is being resumed')
    references.release(1)
    expect(references.frame(id)).toEqual(place(1, 1))
  })
})
