// Of the OpenID provider that tests start, as much as they use; it brings no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Interaction {
    readonly params: Readonly<Record<string, string>>
  }
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
