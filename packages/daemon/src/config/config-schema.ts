import { z } from 'zod'

const configuration = z.strictObject({
  /** What `configuration` of debug_launch and `--config` name. */
  name: z.string().min(1),
  adapter: z.string().optional(),
  program: z.string(),
  args: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  stop_at_entry: z.boolean().optional(),
  adapter_args: z.record(z.string(), z.unknown()).optional(),
})

/** `dapplex.jsonc`, in a workspace and of the user. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  /** By the adapter's id: where it is, tried before every other place. */
  adapters: z.record(z.string(), z.strictObject({ path: z.string() })).optional(),
  configurations: z.array(configuration).optional(),
  /** Only in the user's file: the daemon's own limits. */
  limits: z
    .strictObject({
      /** Connections at one time, all kinds together. */
      connections: z.int().min(1).optional(),
      /** Largest incoming message, in bytes. */
      message_bytes: z.int().min(1024).optional(),
    })
    .optional(),
})
export type Config = z.infer<typeof configSchema>
