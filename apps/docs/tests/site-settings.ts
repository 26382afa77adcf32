// The built site as if it had been built with other settings: its configuration is an object literal in the main script.
import type { BrowserContext } from 'playwright-core'

/** Serves the main script with this change. A change that finds nothing to change serves nothing, so that the page never comes alive. */
export async function withMainScript(context: BrowserContext, change: (script: string) => string): Promise<void> {
  await context.route('**/assets/js/main.*.js', async (route) => {
    const reply = await route.fetch()
    const script = await reply.text()
    const changed = change(script)
    if (changed === script) await route.abort()
    else await route.fulfill({ response: reply, body: changed })
  })
}

/** In place of the site's own search settings. */
export async function withSearch(context: BrowserContext, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await withMainScript(context, (script) => script.replace(/search:\{[^{}]*searchPagePath:"search"\}/, () => `search:${JSON.stringify(settings)}`))
}

/** Where readers report to. The pages were built without: React draws their top bar anew. */
export async function withTracker(context: BrowserContext, tracker = 'https://tracker.example/new'): Promise<void> {
  await withMainScript(context, (script) => script.replace(/issueTracker:""/, () => `issueTracker:${JSON.stringify(tracker)}`))
}
