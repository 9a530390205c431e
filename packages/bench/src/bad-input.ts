/** What the caller of the benchmark asked for cannot be: the message says why. */
export class BadInput extends Error {}
