import { describe, expect, test } from 'vitest'
import { captureForms } from './capture-forms.js'

const shown = (type: string, value: string, expression = 'v') => ({ expression, type, value })
const first = (forms: ReturnType<typeof captureForms>) => (forms.kind === 'calls' ? forms.calls[0] : forms.kind)

describe('how a variable gets into the inspector', () => {
  test.each([
    { of: shown('string', 'null'), want: 'null', why: 'null is known without a call' },
    { of: shown('void*', '0x1'), want: 'text', why: 'evaluating a void* ends netcoredbg' },
    { of: shown('int', '{int}'), want: 'Dapplex.Box<int>.Put(v.m_value)', why: 'a boxed int would be its address' },
    {
      of: shown('nint', '{nint}'),
      want: 'Dapplex.Box<System.IntPtr>.Put(v._value)',
      why: 'its field has another name',
    },
    { of: shown('int', '5'), want: 'Dapplex.Inspector.AnyOf<v>().In(v)', why: 'a plain int is passed as it is' },
    { of: shown('int?', '5'), want: 'Dapplex.Inspector.AnyOf<v>().In(v)', why: 'a nullable number is no enum' },
    {
      of: shown('A.Status?', 'Red'),
      want: 'Dapplex.Inspector.AnyOf<v>().In(v)',
      why: 'a nullable enum has no ToString',
    },
    { of: shown('char?', 'null'), want: 'null', why: 'a nullable without a value' },
    { of: shown('A.Status', 'Shipped'), want: 'enum', why: 'boxed and plain enums look the same' },
    { of: shown('A.Stoff', 'Öl'), want: 'enum', why: 'the name of an enum has letters of any alphabet' },
    { of: shown('A.B', '{A.B}'), want: 'Dapplex.Inspector.AnyOf<v>().In(v)', why: 'no type name is needed' },
    { of: shown('A.B', '{A.B}', 'this'), want: '"k".XPut(this)', why: '`this` cannot be a type argument' },
    {
      of: shown('System.Span<int>', '{System.Span<int>}'),
      want: '"k".XPut(v.ToArray())',
      why: 'a span cannot leave the stack',
    },
  ])('$why', ({ of, want }) => expect(first(captureForms(of))).toBe(want))
})
