import { z } from 'zod'

const configuration = z.strictObject({
  /** One configuration, named by `configuration` of debug_launch or `--config`. */
  name: z.string().min(1),
  adapter: z.string().optional(),
  program: z.string(),
  args: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  stop_at_entry: z.boolean().optional(),
  adapter_args: z.record(z.string(), z.unknown()).optional(),
  /** Folders on the program's machine (a container), and the same folders on this one. */
  path_mappings: z.array(z.strictObject({ remote: z.string(), local: z.string() })).optional(),
})

/** Less has no room for a crash, and more is not read. */
const LEAST_RECORDING = 1024 * 1024
const MOST_RECORDING = 256 * 1024 * 1024

/** `dapplex.jsonc`, in a workspace and of the user. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  /** By the adapter's id: its path, tried before every other place. */
  adapters: z.record(z.string(), z.strictObject({ path: z.string() })).optional(),
  configurations: z.array(configuration).optional(),
  /** Settings for sessions that begin in this workspace. */
  sessions: z
    .strictObject({
      /** A launched program is kept for this long after its last client leaves, in ms, then ended. */
      linger_ms: z.int().min(0).max(86_400_000).optional(),
      /** After the last client leaves, an attached program is resumed and detached, or kept as it is. */
      on_abandon: z.enum(['detach', 'keep']).optional(),
      /** Who may move the program: everyone with the role, or one client at a time. */
      control: z.enum(['shared', 'exclusive']).optional(),
      /** After this time without an answer, in ms, an ordinary request fails; an adapter that answers nothing is reported as silent. */
      request_timeout_ms: z.int().min(100).max(3_600_000).optional(),
      /** Whether the stops of these sessions are recorded on disk, with secrets masked (default: on). */
      recorder: z.enum(['on', 'off']).optional(),
      /** How long a session is kept after its end, in ms: what was recorded can be read until then (default: a day). */
      keep_ended_ms: z.int().min(0).max(604_800_000).optional(),
      /** A client with much unread data that has read nothing for this long is disconnected, in ms. */
      stalled_client_ms: z.int().min(100).max(3_600_000).optional(),
    })
    .optional(),
  /** Only in the user's file: further investigations that agents request (request_spawn_workflow). */
  workflow: z
    .strictObject({
      /** Start at once, after another principal accepts, or never. */
      spawn: z.enum(['allow', 'ask', 'deny']).optional(),
      /** Requests of one top-level investigation at one time, and how many more are allowed per minute. */
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
  /** Only in the user's file: whether anything of a session is kept on disk, with secrets masked (default: on). */
  journal: z.enum(['on', 'off']).optional(),
  /** Only in the user's file: who does not see values that look like secrets (default: observers). */
  mask_secrets: z.enum(['nobody', 'observers', 'agents']).optional(),
  /** Only in the user's file: the TCP port of the daemon on 127.0.0.1, however it is started (default: a free one). */
  port: z.int().min(1).max(65_535).optional(),
  /** Only in the user's file: the daemon's own limits. */
  limits: z
    .strictObject({
      /** Connections of all kinds at one time. */
      connections: z.int().min(1).optional(),
      /** Largest incoming message, in bytes. */
      message_bytes: z.int().min(1024).optional(),
      /** Live debug sessions at one time (default: 256). */
      sessions: z.int().min(1).optional(),
      /** Of the recording of one session, in bytes: a full one loses its older half (default: 16 MiB). */
      recording_bytes: z.int().min(LEAST_RECORDING).max(MOST_RECORDING).optional(),
    })
    .optional(),
})
export type Config = z.infer<typeof configSchema>
