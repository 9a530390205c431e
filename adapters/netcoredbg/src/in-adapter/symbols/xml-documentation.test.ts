import { describe, expect, test } from 'vitest'
import { documentationFor, parseDocumentation } from './xml-documentation.js'

const xml = `<doc><members>
<member name="T:Shop.Order"><summary>
  What was <c>ordered</c>, see <see cref="T:Shop.Customer"/>.
</summary><remarks>a &lt; b</remarks></member>
<member name="M:Shop.Order.Sum(System.Int32)"><summary>Sum of <paramref name="count"/>.</summary></member>
</members></doc>`

describe('documentation comments', () => {
  const documentation = parseDocumentation(xml)
  test.each([
    { id: 'T:Shop.Order', want: 'What was ordered, see Shop.Customer.\na < b', why: 'summary and remarks, as text' },
    { id: 'M:Shop.Order.Sum', want: 'Sum of count.', why: 'a method without its parameters' },
    { id: 'T:Shop.Nothing', want: undefined, why: 'no comment' },
  ])('$why', ({ id, want }) => expect(documentationFor(documentation, id)).toBe(want))
})
