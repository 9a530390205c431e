/** The error of `node:assert` and of Chai, which vitest throws too. The framework catches it, so it stops where it is thrown. */
export const FAILED_ASSERTION = {
  exception: { type: 'AssertionError', firstChance: true, secondChance: true, subtypes: true },
} as const
