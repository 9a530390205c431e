import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testsIn } from './list-tests.js'

const SOURCE = `using Xunit;
namespace Shop.Tests
{
    public class CartTests : IDisposable
    {
        [Fact] public void OneLine() { }

        [Theory]
        [InlineData(1)]
        public async Task WithValues(int count) => await Task.Yield();

        // [Fact]
        public void NoTest() { }

        [Fact, Trait("a", "b")]
        // A comment between the attribute and the method.
        public void Marked()
        {
        }

        public class Nested
        {
            [TestMethod]
            internal static void Inner() { }
        }
    }

    public sealed class Other
    {
        [Test(Description = "x")]
        public void Said() { }
    }
}
`

test('the tests of a C# file, with namespace, classes and lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapplex-list-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'CartTests.cs')
  writeFileSync(file, SOURCE)
  const tests = await testsIn(file)
  expect(tests.map(({ name, line }) => [name, line])).toEqual([
    ['Shop.Tests.CartTests.OneLine', 6],
    ['Shop.Tests.CartTests.WithValues', 10],
    ['Shop.Tests.CartTests.Marked', 17],
    ['Shop.Tests.CartTests+Nested.Inner', 24],
    ['Shop.Tests.Other.Said', 31],
  ])
})
