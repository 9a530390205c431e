import { z } from 'zod'
import { location } from '../shapes/rows.js'
import { defineRequests } from './definition.js'

const place = z.object(location.shape)
const method = z.object({
  name: z.string(),
  qualifiers: z.array(z.string()).optional(),
  specializers: z.array(z.string()).optional(),
  lambda_list: z.string().optional(),
  type: z.string().optional(),
  returns: z.string().optional(),
})
/** In which frame or package the name is read. */
const naming = { frameId: z.int().optional(), package: z.string().optional() }

/** dapplex, served by an adapter: classes, functions and packages by name. */
export const definitionRequests = defineRequests({
  dapplex_inspectClass: {
    effect: 'read',
    params: z.object({ class_name: z.string(), ...naming }),
    result: z.object({
      class_name: z.string(),
      kind: z.string(),
      documentation: z.string().optional(),
      superclasses: z.array(z.string()),
      direct_superclasses: z.array(z.string()).optional(),
      subclasses: z.array(z.string()),
      slots: z.array(
        z.object({
          name: z.string(),
          type: z.string().optional(),
          allocation: z.string(),
          initargs: z.array(z.string()),
          initform: z.string().optional(),
          documentation: z.string().optional(),
          direct: z.boolean(),
          computed: z.boolean().optional(),
          writable: z.boolean().optional(),
        }),
      ),
      methods: z.array(method),
      location: place.optional(),
      object_id: z.int().optional(),
      module: z.string().optional(),
    }),
  },
  dapplex_inspectFunction: {
    effect: 'read',
    params: z.object({ symbol: z.string(), ...naming }),
    result: z.object({
      symbol: z.string(),
      kind: z.string(),
      lambda_list: z.string(),
      documentation: z.string().optional(),
      type: z.string().optional(),
      location: place.optional(),
      methods: z.array(method).optional(),
      object_id: z.int().optional(),
    }),
  },
  dapplex_inspectPackage: {
    effect: 'read',
    params: z.object({
      package_name: z.string(),
      start: z.int().optional(),
      count: z.int().optional(),
      include: z.enum(['external', 'internal', 'all']).optional(),
      ...naming,
    }),
    result: z.object({
      package_name: z.string(),
      nicknames: z.array(z.string()),
      uses: z.array(z.string()),
      used_by: z.array(z.string()),
      documentation: z.string().optional(),
      symbols: z.array(z.object({ name: z.string(), kinds: z.array(z.string()), external: z.boolean().optional() })),
      total_symbols: z.int(),
      internal_symbols: z.int().optional(),
      object_id: z.int().optional(),
    }),
  },
})
