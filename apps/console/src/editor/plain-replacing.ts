// What Chromium does when one types over a selection, done without it.
import { EditorView } from 'codemirror'

/** Chromium types over a selection in the style of what it replaces, as a style attribute, which the policy of the page refuses and reports. */
export const plainReplacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main
    if (event.inputType !== 'insertText' || event.isComposing || empty || event.data === null || view.state.selection.ranges.length > 1) return false
    const { data } = event
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert())
    event.preventDefault()
    return true
  },
})
