import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import {
  Button as AriaButton,
  Heading as AriaHeading,
  Modal as AriaModal,
  Dialog,
  ModalOverlay,
} from 'react-aria-components';
import { useLanding } from '../../lib/use-landing.ts';
import { Button } from '../actions/button.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './modal.module.css';

interface ModalProps {
  title: string;
  isOpen: boolean;
  /** Called by the close button and Escape, but not by a press on the static backdrop. */
  onClose: () => void;
  /** Default `md`. */
  size?: 'md' | 'wide';
  /** `side` leaves what it is about in sight. Default `middle`. */
  place?: 'middle' | 'side';
  /** Buttons at the lower end, of which the main one is last. */
  footer?: ReactNode;
  /** Whether it can't be closed at present, not even by Escape. Default false. */
  isHeldOpen?: boolean;
  /** Use `alertdialog` for questions that must be answered. Default `dialog`. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** A dialog above everything else. The focus stays inside and returns to where it was. */
export function Modal({
  title,
  isOpen,
  onClose,
  size = 'md',
  place = 'middle',
  footer,
  isHeldOpen = false,
  role = 'dialog',
  children,
}: ModalProps) {
  const dialog = useRef<HTMLElement>(null);
  useLanding(dialog, itself);
  return (
    <ModalOverlay
      className={classNames(styles.overlay, place === 'side' && styles.aside)}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={false}
      isKeyboardDismissDisabled={isHeldOpen}
      onMouseDown={(event) => {
        // A press on the backdrop would move the focus out of the dialog, and the next Escape would
        // not reach it.
        if (event.target === event.currentTarget) event.preventDefault();
      }}
    >
      <AriaModal className={classNames(styles.modal, styles[size])}>
        <Dialog ref={dialog} className={styles.dialog} role={role}>
          <header className={styles.header}>
            <AriaHeading slot="title" level={2} className={styles.title}>
              {title}
            </AriaHeading>
            <AriaButton
              className={styles.close}
              onPress={onClose}
              isDisabled={isHeldOpen}
              aria-label="Close"
            >
              <X aria-hidden="true" />
            </AriaButton>
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

function itself(dialog: HTMLElement): HTMLElement {
  return dialog;
}

interface ConfirmDialogProps {
  title: string;
  isOpen: boolean;
  confirmLabel: string;
  /** Default 'Cancel'. */
  cancelLabel?: string;
  tone?: 'danger';
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks for confirmation before an action that cannot be undone or has costs. */
export function ConfirmDialog({
  title,
  isOpen,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone,
  isPending,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal
      title={title}
      isOpen={isOpen}
      onClose={onCancel}
      role="alertdialog"
      footer={
        <>
          <Button kind="secondary" onPress={onCancel}>
            {cancelLabel}
          </Button>
          <Button tone={tone} isPending={isPending} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
