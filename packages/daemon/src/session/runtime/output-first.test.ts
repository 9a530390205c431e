import { describe, expect, test } from 'vitest'
import { OutputFirst } from './output-first.js'

const event = (name: string) => ({ seq: 0, type: 'event', event: name })

/** A pipe in which so many pieces wait; one is read in each turn of the event loop. */
function pipeWith(pieces: number, read: (text: string) => void): void {
  let number = 0
  const turn = () => {
    number += 1
    read(`piece ${number}`)
    if (number < pieces) setImmediate(turn)
  }
  setImmediate(turn)
}

describe('mux 22: output in a pipe comes before the end in the adapter’s messages', () => {
  test('mux 22: exited waits for what is in the pipe, and later messages wait for exited', async () => {
    const order = new OutputFirst()
    const heard: string[] = []
    const read = order.counted((text: string) => heard.push(text))
    order.take(event('thread'), () => heard.push('thread'))
    pipeWith(3, read)
    order.take(event('exited'), () => heard.push('exited'))
    order.take(event('output'), () => heard.push('output'))
    order.take(event('terminated'), () => heard.push('terminated'))
    await order.afterOutput(() => heard.push('adapter gone'))
    expect(heard).toEqual(['thread', 'piece 1', 'piece 2', 'piece 3', 'exited', 'output', 'terminated', 'adapter gone'])
  })

  test('mux 22, 15: the end of the adapter alone waits too', async () => {
    const order = new OutputFirst()
    const heard: string[] = []
    pipeWith(
      2,
      order.counted((text: string) => heard.push(text)),
    )
    await order.afterOutput(() => heard.push('adapter gone'))
    expect(heard).toEqual(['piece 1', 'piece 2', 'adapter gone'])
  })

  test('a process that outlives the program and prints for ever delays the end only a little', async () => {
    const order = new OutputFirst()
    let isOver = false
    const read = order.counted(() => undefined)
    const print = () => {
      read(undefined)
      if (!isOver) setImmediate(print)
    }
    print()
    await order.afterOutput(() => (isOver = true))
    expect(isOver).toBe(true)
  })
})
