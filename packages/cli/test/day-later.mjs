// The wall clock of a process is a day ahead. To be imported before everything that uses it.
const DAY_MS = 86_400_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + DAY_MS)
    else super(...given)
  }

  static now() {
    return RealDate.now() + DAY_MS
  }
}
