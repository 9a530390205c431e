/** What to assign to: a member of a container, or an assignable expression. */
export interface Target {
  readonly container?: number | undefined
  readonly name: string
  readonly expression?: string | undefined
  readonly frameId?: number | undefined
}
