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
  /** Folders of the program's machine (a container) and where they are here. */
  path_mappings: z.array(z.strictObject({ remote: z.string(), local: z.string() })).optional(),
})

/** `dapplex.jsonc`, in a workspace and of the user. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  /** By the adapter's id: where it is, tried before every other place. */
  adapters: z.record(z.string(), z.strictObject({ path: z.string() })).optional(),
  configurations: z.array(configuration).optional(),
  /** What becomes of sessions that begin in this workspace. */
  sessions: z
    .strictObject({
      /** A launched program that nobody is left with is kept this long, in ms, then ended. */
      linger_ms: z.int().min(0).max(86_400_000).optional(),
      /** An attached program that nobody is left with is resumed and let go, or kept as it is. */
      on_abandon: z.enum(['detach', 'keep']).optional(),
      /** Who moves the program: everyone with the role, or one at a time. */
      control: z.enum(['shared', 'exclusive']).optional(),
      /** After this long without an answer an ordinary request fails, and an adapter that answers nothing at all is said to be silent, in ms. */
      request_timeout_ms: z.int().min(100).max(3_600_000).optional(),
      /** A client that is far behind and has read nothing for this long is disconnected, in ms. */
      stalled_client_ms: z.int().min(100).max(3_600_000).optional(),
    })
    .optional(),
  /** Only in the user's file: further investigations that agents ask for (request_spawn_workflow). */
  workflow: z
    .strictObject({
      /** At once, after another principal's yes, or never. */
      spawn: z.enum(['allow', 'ask', 'deny']).optional(),
      /** Requests of one top-level investigation at once, and how many more a minute. */
      burst: z.int().min(1).max(1000).optional(),
      refill_per_minute: z.int().min(1).max(10_000).optional(),
      /** Live nodes below one node, and of one top-level investigation. */
      live_children: z.int().min(1).max(10_000).optional(),
      live_nodes: z.int().min(1).max(10_000).optional(),
      /** Deepest investigation; the root has depth 0. */
      depth: z.int().min(1).max(64).optional(),
      /** How long a request waits for an answer, in ms. */
      approval_ms: z.int().min(1).max(86_400_000).optional(),
    })
    .optional(),
  /** Only in the user's file: whether what happens in sessions is kept on disk, secrets masked (default: on). */
  journal: z.enum(['on', 'off']).optional(),
  /** Only in the user's file: from whom values that look like secrets are hidden (default: observers). */
  mask_secrets: z.enum(['nobody', 'observers', 'agents']).optional(),
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
