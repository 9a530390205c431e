import { describe, expect, test } from 'vitest'
import { readForm } from '../sexp/read.js'
import { decodeServerMessage, idInEcho } from './server-message.js'

describe('messages of the server', () => {
  test.each([
    { text: '(:return (:ok 5) 3)', want: { kind: 'returned', id: 3, value: 5 } },
    { text: '(:return (:abort "NIL") 3)', want: { kind: 'aborted', id: 3, reason: 'NIL' } },
    { text: '(:invalid-rpc 4 "Thread not found: 9")', want: { kind: 'invalid', id: 4 } },
    {
      text: '(:debug 2 1 ("boom" "[Condition of type ERROR]" nil) nil nil (1))',
      want: { kind: 'stopped', thread: 2, level: 1 },
    },
    { text: '(:debug-return 2 1 nil)', want: { kind: 'resumed', thread: 2, level: 1 } },
    { text: '(:ping 1 7)', want: { kind: 'ping', thread: 1, tag: 7 } },
    { text: '(:write-string "x")', want: { kind: 'output', text: 'x', thread: undefined } },
    { text: '(:write-string "x" nil 12)', want: { kind: 'output', text: 'x', thread: 12 } },
    { text: '(:read-string 3 1)', want: { kind: 'read-string', thread: 3, tag: 1 } },
    { text: '(:y-or-n-p 3 1 "sure? ")', want: { kind: 'yes-or-no', question: 'sure? ' } },
    { text: '(:ed-rpc-no-wait :dapplex "log" "{\\"a\\":1}")', want: { kind: 'helper', name: 'log', body: { a: 1 } } },
    { text: '(:ed-rpc-no-wait slime:foo)', want: { kind: 'other' } },
    { text: '(:new-features ("a"))', want: { kind: 'other', name: 'new-features' } },
    { text: '42', want: { kind: 'other' } },
  ])('$text', ({ text, want }) => expect(decodeServerMessage(readForm(text))).toMatchObject(want))

  test.each([
    { text: '(:return (:ok nil) 3)', want: { kind: 'returned', id: 3, value: null }, why: 'nil is a value' },
    { text: '(:return (:abort) 3)', want: { kind: 'aborted', id: 3, reason: '' }, why: 'an abort without a reason' },
    {
      text: '(:return (:ok 1) t)',
      want: { kind: 'returned', id: -1 },
      why: 'an id that is no number belongs to nobody',
    },
    {
      text: '(:reader-error "(:emacs-rex (x" "eof")',
      want: { kind: 'unreadable', packet: '(:emacs-rex (x', reason: 'eof' },
      why: 'an unreadable request',
    },
    {
      text: '(:read-aborted 3 1)',
      want: { kind: 'read-aborted', thread: 3, tag: 1 },
      why: 'a question that is taken back',
    },
    { text: '(:write-string nil)', want: { kind: 'output', text: '' }, why: 'output that is no string' },
    { text: '(:debug nil nil)', want: { kind: 'stopped', thread: -1, level: -1 }, why: 'a stop without a thread' },
    { text: 'nil', want: { kind: 'other', name: '' }, why: 'the empty list' },
    { text: '("return" (:ok 1) 3)', want: { kind: 'other', name: '' }, why: 'a string is no message name' },
  ])('$why: $text', ({ text, want }) => expect(decodeServerMessage(readForm(text))).toMatchObject(want))

  test('a reader error tells its request only in the echo', () => {
    expect(idInEcho('(:emacs-rex (foo:bar) "COMMON-LISP-USER" t 17)')).toBe(17)
    expect(idInEcho('(:emacs-interrupt')).toBeUndefined()
  })
})
