import { expect, test } from 'vitest'
import { shownVariable } from './shown-variable.js'

const row = (type: string, value: string) => ({ name: 'v', type, value, variablesReference: 0 })

test.each([
  { of: row('char', "120 'x'"), want: row('char', "'x'"), why: 'a character has no number before it' },
  { of: row('char?', "120 'x'"), want: row('char?', "'x'"), why: 'a nullable character' },
  { of: row('char', "39 '''"), want: row('char', "'\\''"), why: 'a quote is escaped' },
  { of: row('char', "10 '\n'"), want: row('char', "'\\n'"), why: 'a newline is escaped' },
  { of: row('char', "7 '?'"), want: row('char', "'\\u0007'"), why: 'a control character is its code' },
  { of: row('char', "55357 '?'"), want: row('char', "'\\ud83d'"), why: 'half of a surrogate pair is its code' },
  { of: row('char?', 'null'), want: row('char?', 'null'), why: 'no value' },
  { of: row('int', '120'), want: row('int', '120'), why: 'a number stays' },
  { of: row('string', `"120 'x'"`), want: row('string', `"120 'x'"`), why: 'a text stays' },
  { of: row('double', '1e+300'), want: row('double', '1E+300'), why: 'an exponent as in C#' },
  { of: row('float', '-nan'), want: row('float', 'NaN'), why: 'not a number, without a sign' },
  { of: row('double?', '-inf'), want: row('double?', '-Infinity'), why: 'infinity as in C#' },
  { of: row('double', '{double}'), want: row('double', '{double}'), why: 'a boxed double is captured' },
  { of: row('IntPtr', '-5'), want: row('nint', '-5'), why: 'a native integer has its C# name' },
  { of: row('UIntPtr?', 'null'), want: row('nuint?', 'null'), why: 'a nullable native integer' },
])('$why', ({ of, want }) => expect(shownVariable(of)).toEqual(want))
