// A dialog over the page: focus stays in it and returns to where it was; the page behind can neither be seen by readers nor be reached.
import type { ReactNode } from 'react'
import { Dialog, Heading, ModalOverlay, Modal as Window } from 'react-aria-components'
import { Icon } from './Icon.tsx'

interface ModalProps {
  readonly title: string
  readonly children: ReactNode
  /** Absent: it cannot be closed without an answer. */
  readonly onClose?: (() => void) | undefined
  readonly width?: 'narrow' | 'wide'
  /** It asks before something is lost. */
  readonly isAlert?: boolean
}
export function Modal({ title, children, onClose, width = 'narrow', isAlert = false }: ModalProps) {
  return (
    <ModalOverlay
      className="modal-cover"
      isOpen
      isDismissable={onClose !== undefined && !isAlert}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(isOpen) => isOpen || onClose?.()}
    >
      <Window className={`modal modal-${width}`}>
        <Dialog role={isAlert ? 'alertdialog' : 'dialog'} className="modal-body stack">
          <div className="modal-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {onClose && (
              <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </div>
          {children}
        </Dialog>
      </Window>
    </ModalOverlay>
  )
}
