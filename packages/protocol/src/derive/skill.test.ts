import { describe, expect, test } from 'vitest'
import { toolRegistry } from '../tools/registry.js'
import { routerTools } from '../tools/router.js'
import { skillBody, SKILL, SUBAGENT, subagentBody } from './skill.js'
import { paramsSchema } from './json-schema.js'

const MOST_WORDS = 600
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length
/** `tool {json}`, as the skill writes a call. */
const calls = [...skillBody().matchAll(/`([a-z_]+) (\{.*?\})`/g)].map(([, tool = '', json = '']) => ({ tool, json }))

describe('the skill', () => {
  test(`has at most ${MOST_WORDS} words, its description included`, () => {
    expect(wordsIn(`${SKILL.name} ${SKILL.description} ${skillBody()}`)).toBeLessThanOrEqual(MOST_WORDS)
  })
  test('gives calls', () => expect(calls.length).toBeGreaterThan(10))
  test.each(calls)('$tool $json can be called', ({ tool, json }) => {
    expect(toolRegistry.get(tool)?.params.safeParse(JSON.parse(json)).error).toBeUndefined()
    expect(toolRegistry.has(tool)).toBe(true)
  })
  test('every name in it is that of a tool or of a parameter', () => {
    const parameters = [...toolRegistry.values()].flatMap(({ params }) =>
      Object.keys(paramsSchema(params).properties ?? {}),
    )
    const known = new Set([...toolRegistry.keys(), ...routerTools.keys(), ...parameters])
    const prose = skillBody().replaceAll(/`[^`]*`/g, '')
    expect((prose.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).filter((word) => !known.has(word))).toEqual([])
  })
  test.each(['Python', 'JavaScript', 'C#', 'Common Lisp', 'Go', 'C, C++, Rust'])('has a start of %s', (language) => {
    expect(skillBody()).toMatch(new RegExp(`^- ${language.replaceAll('+', '\\+')}.*: \`debug_launch `, 'm'))
  })
})

test('a subagent is told its task, then the skill', () => {
  expect(subagentBody().endsWith(skillBody())).toBe(true)
  expect(subagentBody()).toMatch(/^You find causes/)
  expect(SUBAGENT.name).not.toBe(SKILL.name)
})
