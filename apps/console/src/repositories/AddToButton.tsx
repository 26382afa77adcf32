// The button that lets readers of the repository add it to their platform: how it looks, and its text for a README.
import { CopyButton } from '../ui/CopyButton.tsx'
import { BUTTON_FORMS, BUTTON_SIZE, BUTTONS, buttonText, connectLink } from './add-to.ts'

export function AddToButton({ remoteUrl }: { readonly remoteUrl: string }) {
  const link = connectLink(location.origin, remoteUrl)
  return (
    <div className="stack">
      <p>Whoever follows it comes to this platform, signs in, and is asked whether to connect the repository.</p>
      <div className="row button-previews">
        {(['light', 'dark'] as const).map((theme) => (
          <a key={theme} href={link} className="button-preview" data-theme-shown={theme}>
            <img src={BUTTONS[theme]} alt={`Add to Credence, ${theme}`} {...BUTTON_SIZE} />
          </a>
        ))}
      </div>
      {BUTTON_FORMS.map((form) => {
        const text = buttonText(form, location.origin, remoteUrl)
        return (
          <section key={form} className="stack" aria-label={form}>
            <div className="row spread">
              <h2>{form}</h2>
              <CopyButton text={text} label={`Copy ${form}`} />
            </div>
            <pre className="secret">{text}</pre>
          </section>
        )
      })}
    </div>
  )
}
