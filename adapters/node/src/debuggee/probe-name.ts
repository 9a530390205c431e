/**
 * The one global that the adapter puts into the program (not enumerable, taken away on detach): a function by which
 * conditions tell the adapter something without a stop. Its members hold hit counts (`hits<id>`) and `show`.
 */
export const PROBE_NAME = '__dapplex'
