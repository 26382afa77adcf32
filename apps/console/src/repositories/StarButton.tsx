import { Icon } from '../ui/Icon.tsx'

export function StarButton({ name, isStarred, onToggle }: { readonly name: string; readonly isStarred: boolean; readonly onToggle: () => void }) {
  return (
    <button type="button" className="icon-button star" aria-pressed={isStarred} aria-label={`Star ${name}`} onClick={onToggle}>
      <Icon name="star" size={18} />
    </button>
  )
}
