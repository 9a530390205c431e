import { describe, expect, test } from 'vitest'
import { argumentsOf } from '../dap/arguments.js'
import { readAttachArguments } from './attach-arguments.js'

const read = (args: Record<string, unknown>) => readAttachArguments(argumentsOf('attach', args))
const address = (host: string, port: number) => ({ kind: 'address', host, port })

describe('attach arguments', () => {
  test.each([
    { args: {}, want: address('127.0.0.1', 9229), why: "Node's own port by default" },
    { args: { port: 9300 }, want: address('127.0.0.1', 9300), why: 'a port alone is on this machine' },
    { args: { host: 'build', port: 1 }, want: address('build', 1), why: 'host and port' },
    { args: { address: 'localhost:9230' }, want: address('localhost', 9230), why: 'both in one' },
    { args: { address: '::1' }, want: address('::1', 9229), why: 'an IPv6 address has no port in it' },
    { args: { pid: 12 }, want: { kind: 'process', pid: 12 }, why: 'a process' },
    { args: { processId: '12' }, want: { kind: 'process', pid: 12 }, why: 'as VS Code picks it' },
  ])('$why', ({ args, want }) => expect(read(args).target).toEqual(want))

  test.each([
    { args: { pid: 1, port: 2 }, says: 'a pid or a port, not both' },
    { args: { pid: -3 }, says: 'pid must be a whole number, not -3' },
    { args: { processId: 'x' }, says: 'pid must be a whole number, not NaN' },
    { args: { port: 70_000 }, says: 'port must be a whole number from 1 to 65535' },
  ])('$says', ({ args, says }) => expect(() => read(args)).toThrow(says))
})
