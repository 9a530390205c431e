/**
 * A request that cannot be served. `message` becomes the failure of exactly that request: it says what happened, to what,
 * and what to do next.
 */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
}
