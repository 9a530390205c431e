import { must } from '@dapplex/testkit'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChildProcess } from 'node:child_process'
import { lookAtProcess, nodeProcesses } from './node-process.js'

describe('a process from outside', () => {
  let child: ChildProcess | undefined
  beforeEach(({ skip }) => skip(process.platform !== 'linux', 'processes are looked up in /proc'))
  afterEach(() => child?.kill('SIGKILL'))

  test('Node, by the name of its program', async () => {
    child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e9)'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(must(child.stdout), 'data')
    expect(lookAtProcess(must(child.pid)).kind).toBe('node')
    expect(nodeProcesses().map(({ pid }) => pid)).toContain(child.pid)
  })

  test('another program', async () => {
    child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    expect(lookAtProcess(must(child.pid))).toEqual({ kind: 'other', executable: 'sleep' })
  })

  test('none', async () => {
    child = spawn('true')
    await once(child, 'exit')
    expect(lookAtProcess(must(child.pid))).toEqual({ kind: 'gone' })
  })
})
