// What a tool gives: text for the agent, and for some the same as data. What it cannot do, it says; that is a result too, marked as an error.

export interface ToolResult {
  readonly text: string
  /** By the tool's output schema. */
  readonly structured?: Readonly<Record<string, unknown>>
}

export class ToolRefusal extends Error {
  override name = 'ToolRefusal'
}
