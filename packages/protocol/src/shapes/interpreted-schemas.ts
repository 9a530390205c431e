import { z } from 'zod'

/**
 * Schemas are walked, not compiled to functions. To compile one takes longer than all that its process checks with it (measured: a
 * fifth of the start of a daemon; a check of a call's parameters takes 0.5 µs more), and no text becomes code.
 */
z.config({ jitless: true })
