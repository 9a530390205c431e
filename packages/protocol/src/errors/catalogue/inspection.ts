import { z } from 'zod'
import { evalFailureKind } from '../../adapter/evaluation-traits.js'
import { defineErrors } from './entry.js'

/** Reading and changing values. */
export const inspectionErrors = defineErrors({
  EVAL_FAILED: {
    rule: 'surface',
    says: "'{expression}' cannot be evaluated: {reason}",
    data: z.object({
      kind: evalFailureKind,
      expression: z.string(),
      reason: z.string(),
      diagnostics: z
        .array(z.object({ id: z.string(), message: z.string(), column: z.int().optional() }))
        .optional()
        .describe('what the compiler said, of kind compile'),
    }),
  },
  STACKTRACE_FAILED: {
    rule: 'surface',
    says: 'The stack of thread {thread_id} cannot be read: {reason}',
    data: z.object({ thread_id: z.int(), reason: z.string() }),
  },
  VARIABLES_FAILED: {
    rule: 'surface',
    says: 'The variables cannot be read: {reason}',
    data: z.object({ reason: z.string() }),
  },
  INVALID_REFERENCE: {
    rule: 'seed 001',
    says: "Cannot resolve '{reference}': {reason}",
    then: 'variables_get {} shows the existing names',
    data: z.object({
      reference: z.string(),
      reason: z.string(),
      known: z.array(z.string()).optional(),
      nearest: z.string().optional(),
    }),
  },
  DEPTH_EXCEEDED: {
    rule: 'seed 001',
    says: 'Expansion depth {depth} exceeded the limit: it goes from {minimum} to {maximum}',
    then: 'object_inspect {object_ref, depth} with the path of a part of the object goes deeper',
    data: z.object({ depth: z.int(), minimum: z.int(), maximum: z.int() }),
  },
  OBJECT_NOT_FOUND: {
    rule: 'seed 000',
    says: 'Object ID {object_id} not found',
    then: 'variables_get {} shows the ids of objects, as evaluate does',
    data: z.object({
      object_id: z.int(),
      reason: z.enum(['never_issued', 'stale', 'collected', 'released', 'session_ended']),
      issued_at_stop_id: z.int().optional(),
      stop_id: z.int().optional(),
    }),
  },
  SLOT_NOT_FOUND: {
    rule: 'seed 000',
    says: "Slot '{slot_name}' not found",
    then: 'data.slots names the slots of the object: inspect_slot {object_id, slot_name}',
    data: z.object({ slot_name: z.string(), slots: z.array(z.string()), nearest: z.string().optional() }),
  },
  SLOT_UNBOUND: {
    rule: 'surface',
    says: "Slot '{slot_name}' is unbound: it has no value yet",
    then: 'inspect_slot {object_id, slot_name, value} sets it',
    data: z.object({ slot_name: z.string() }),
  },
  NULL_REFERENCE: {
    rule: 'surface',
    says: "Cannot resolve '{reference}': {reason}",
    then: 'read a shorter path to find the null value: object_inspect {object_ref, depth}',
    data: z.object({ reference: z.string(), reason: z.string() }),
  },
  SLOT_TYPE_ERROR: {
    rule: 'surface',
    says: "Slot '{slot_name}' does not take {value}: {reason}",
    data: z.object({
      slot_name: z.string(),
      value: z.string(),
      expected_type: z.string().optional(),
      reason: z.string(),
    }),
  },
  INVALID_ADDRESS: {
    rule: 'surface',
    says: "'{address}' is not an address: {reason}",
    then: 'memory_read {address, count} takes a number such as 0x7ffc01a0, or an expression whose value is a pointer',
    data: z.object({ address: z.string(), reason: z.string() }),
  },
  MEMORY_READ_FAILED: {
    rule: 'surface',
    says: 'The memory at {address} cannot be read: {reason}',
    then: 'give an address in memory that the program has mapped: memory_read {address, count}',
    data: z.object({ address: z.string(), reason: z.string() }),
  },
  SIZE_EXCEEDED: {
    rule: 'surface',
    says: '{size} bytes are more than the {maximum} that one call reads',
    then: 'read the rest with another call and a larger offset: memory_read {address, offset, count}',
    data: z.object({ size: z.int(), maximum: z.int() }),
  },
  CLASS_NOT_FOUND: {
    rule: 'surface',
    says: "Class '{class_name}' not found",
    then: 'give the full name; types_get {"pattern": "{class_name}"} and, in Lisp, lisp_apropos {"pattern": "{class_name}"} find names by a part',
    data: z.object({ class_name: z.string(), nearest: z.string().optional() }),
  },
  FUNCTION_NOT_FOUND: {
    rule: 'surface',
    says: "Function '{symbol}' not found",
    then: 'give the full name; modules_search {"pattern": "{symbol}"} and, in Lisp, lisp_apropos {"pattern": "{symbol}"} find names by a part',
    data: z.object({ symbol: z.string(), nearest: z.string().optional() }),
  },
  NOT_A_FUNCTION: {
    rule: 'surface',
    says: "'{symbol}' is not a function",
    then: 'evaluate {"expression": "{symbol}"} reads a variable, inspect_class {"class_name": "{symbol}"} a class',
    data: z.object({ symbol: z.string(), is: z.string().optional() }),
  },
  PACKAGE_NOT_FOUND: {
    rule: 'surface',
    says: "Package '{package_name}' not found",
    data: z.object({ package_name: z.string(), nearest: z.string().optional() }),
  },
  TYPE_NOT_FOUND: {
    rule: 'surface',
    says: "Type '{type_name}' not found",
    then: 'give the full name; types_get {"pattern": "{type_name}"} finds names by a part',
    data: z.object({ type_name: z.string(), nearest: z.string().optional() }),
  },
  MODULE_NOT_FOUND: {
    rule: 'surface',
    says: "Module '{module}' not found",
    then: 'modules_list {} shows the loaded ones',
    data: z.object({ module: z.string() }),
  },
  INVALID_PATTERN: {
    rule: 'surface',
    says: "'{pattern}' is not a valid pattern",
    then: 'give a part of the name, * and ? as in file names, or a regular expression between slashes',
    data: z.object({ pattern: z.string() }),
  },
  UNSUPPORTED: {
    rule: 'surface',
    says: '{adapter} cannot do this: it has no {capability}',
    data: z.object({ capability: z.string(), adapter: z.string(), reason: z.string().optional() }),
  },
  INVALID_ANSWER: {
    rule: 'mux 20',
    says: "The answer of {adapter} to '{request}' does not have the documented form: {reason}",
    then: 'this is a fault of the adapter; the session goes on, and other tools still work',
    data: z.object({ adapter: z.string(), request: z.string(), reason: z.string() }),
  },
})
