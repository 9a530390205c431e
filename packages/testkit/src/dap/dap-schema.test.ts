import { describe, expect, test } from 'vitest'
import { dapSchema } from './dap-schema.js'

const response = { seq: 2, type: 'response', request_seq: 1, success: true }

describe('mux 24: the schema of DAP', () => {
  test.each([
    { message: { seq: 1, type: 'event', event: 'stopped', body: { reason: 'step', threadId: 1 } }, why: 'an event' },
    {
      message: { seq: 1, type: 'event', event: 'stopped', body: { reason: 'step', other: [] } },
      why: 'unknown fields (mux 21)',
    },
    { message: { seq: 1, type: 'event', event: 'dapplex_breakpoints', body: 1 }, why: 'an event outside the standard' },
    {
      message: { seq: 1, type: 'event', event: 'progressUpdate', body: { progressId: 'a', percentage: 12.5 } },
      why: 'the one number that may be a fraction',
    },
    { message: { seq: 1, type: 'request', command: 'threads' }, why: 'a request without arguments' },
    { message: { seq: 1, type: 'request', command: 'next', arguments: { threadId: 1 } }, why: 'a request' },
    { message: { ...response, command: 'configurationDone' }, why: 'a response without a body' },
    { message: { ...response, command: 'threads', body: { threads: [] } }, why: 'a response' },
    { message: { ...response, success: false, command: 'threads', message: 'no' }, why: 'a failure without a body' },
    {
      message: { ...response, success: false, command: 'threads', body: { error: { id: 1, format: 'no' } } },
      why: 'a failure',
    },
  ])('valid: $why', ({ message }) => expect(dapSchema().check(message)).toEqual([]))

  test.each([
    { message: 1, want: 'not a JSON object' },
    { message: { seq: 1, type: 'other' }, want: '"type" must be request, response or event, not "other"' },
    {
      message: { type: 'event', event: 'initialized' },
      want: "event initialized: message must have required property 'seq'",
    },
    { message: { seq: 1.5, type: 'event', event: 'initialized' }, want: 'event initialized: /seq must be integer' },
    {
      message: { seq: 1, type: 'event', event: 'stopped', body: {} },
      want: "event stopped: /body must have required property 'reason'",
    },
    {
      message: { seq: 1, type: 'event', event: 'stopped', body: { reason: 'a', threadId: '1' } },
      want: 'event stopped: /body/threadId must be integer',
    },
    {
      message: { seq: 1, type: 'request', command: 'next' },
      want: "request next: message must have required property 'arguments'",
    },
    {
      message: { ...response, command: 'threads' },
      want: "response to threads: message must have required property 'body'",
    },
    {
      message: { ...response, command: 'variables', body: { variables: [{ name: 'a', value: 'b' }] } },
      want: "response to variables: /body/variables/0 must have required property 'variablesReference'",
    },
    {
      message: { ...response, success: false, command: 'threads', body: { error: { id: 'x', format: 'no' } } },
      want: 'failed response to threads: /body/error/id must be integer',
    },
    {
      message: { ...response, request_seq: 'x', command: 'custom' },
      want: 'response to custom: /request_seq must be integer',
    },
  ])('invalid: $want', ({ message, want }) => expect(dapSchema().check(message)).toEqual([want]))
})
