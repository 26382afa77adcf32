// What readers did before the page lived is done once it does: each click and key once, in its order; what they typed, pointed at or focused
// is made known to the page.

declare global {
  interface Window {
    /** From recorder.ts: ends its work and returns what it kept. Development has none. */
    heardEarly?: () => Event[]
    /** What was typed into areas of text: taking a page over, React puts back what they held. */
    readonly textsEarly?: ReadonlyMap<HTMLTextAreaElement, string>
  }
}
type Field = HTMLInputElement | HTMLTextAreaElement

/** To be called before the page changes what its fields hold, and outside of React's own work: inside of it, React takes a field back. */
export function takeFields(): void {
  for (const [area, text] of window.textsEarly ?? []) if (area.value === area.defaultValue) area.setRangeText(text, 0, area.value.length, 'end')
  for (const field of document.querySelectorAll<Field>('#__docusaurus :is(input, textarea)')) {
    if (field.value === field.defaultValue) continue
    // React compares a field with what it held when React first saw it, and says nothing when the two are alike. Writing to the field
    // instead would move the caret.
    const { _valueTracker: tracker } = field as Field & { readonly _valueTracker?: { setValue(value: string): void } }
    tracker?.setValue(field.defaultValue)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** To be called when everything on the page listens. Each gets a task of its own, so that the page has changed before the next one comes. */
export async function takeActions(): Promise<void> {
  document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  if (matchMedia('(hover: hover)').matches)
    [...document.querySelectorAll(':hover')].at(-1)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
  for (const event of window.heardEarly?.() ?? []) {
    await new Promise((resolve) => setTimeout(resolve))
    const { target } = event
    if (event instanceof KeyboardEvent) target?.dispatchEvent(new KeyboardEvent(event.type, event))
    else if (target instanceof Element) target.closest<HTMLElement>('button, [role=tab]')?.click()
  }
}
