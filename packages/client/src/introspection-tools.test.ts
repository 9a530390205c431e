import { describe, expect, test } from 'vitest'
import { INTROSPECTION_TOOLS } from './introspection-tools.js'

/** Seed 002, "Tool Definitions": name, description, properties, required. */
const documented = [
  {
    name: 'inspect_current_node',
    description: 'Get information about the current workflow node including ID, name, status, and parent reference',
    properties: {},
    required: [],
  },
  {
    name: 'read_ancestor_chain',
    description: 'Get all ancestor nodes from current position up to the root workflow',
    properties: { maxDepth: { type: 'number', description: 'Maximum ancestors to return (default: all)' } },
    required: [],
  },
  {
    name: 'list_siblings_children',
    description: 'List sibling or child nodes relative to current position',
    properties: { type: { type: 'string', enum: ['siblings', 'children'], description: 'Type of nodes to list' } },
    required: ['type'],
  },
  {
    name: 'inspect_prior_outputs',
    description: 'Get outputs from prior steps or prompt executions',
    properties: {
      nodeId: { type: 'string', description: 'Specific node ID to inspect (default: most recent)' },
      count: { type: 'number', description: 'Number of prior outputs to return (default: 1)' },
    },
    required: [],
  },
  {
    name: 'inspect_cache_status',
    description: 'Check if a prompt response is cached',
    properties: { promptHash: { type: 'string', description: 'Hash of the prompt to check' } },
    required: ['promptHash'],
  },
  {
    name: 'request_spawn_workflow',
    description: 'Request to spawn a new child workflow dynamically',
    properties: {
      name: { type: 'string', description: 'Name for the new workflow' },
      description: { type: 'string', description: 'Description of what the workflow should do' },
    },
    required: ['name', 'description'],
  },
] as const

describe('seed 002: the tools for an agent, exact', () => {
  test('there are six, in the documented order', () =>
    expect(INTROSPECTION_TOOLS.map(({ name }) => name)).toEqual(documented.map(({ name }) => name)))
  test.each(documented)('workflow 12, 13, 14, 15, 16, 17: $name', ({ name, description, properties, required }) => {
    const tool = INTROSPECTION_TOOLS.find((one) => one.name === name)!
    expect(tool.description).toBe(description)
    expect(tool.input_schema.type).toBe('object')
    expect(tool.input_schema.required).toEqual(required)
    const own = Object.entries(tool.input_schema.properties)
    expect(own.slice(0, Object.keys(properties).length)).toEqual(Object.entries(properties))
    // Additions are optional and come last.
    expect(own.slice(Object.keys(properties).length).filter(([added]) => required.includes(added as never))).toEqual([])
  })
})
