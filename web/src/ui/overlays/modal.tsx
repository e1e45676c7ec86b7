import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
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
import utilities from '../style/utilities.module.css';
import styles from './modal.module.css';

interface ModalProps {
  title: string;
  /** Default true, for a modal that is rendered only while it is open. */
  isOpen?: boolean;
  /** Called by the close button and Escape, but not by a press on the static backdrop. */
  onClose: () => void;
  size?: 'md' | 'wide';
  /** `side` leaves what it is about in sight. Default `middle`. */
  place?: 'middle' | 'side';
  /** Buttons at the lower end, of which the main one is last. */
  footer?: ReactNode;
  /** Whether it can't be closed at present, not even by Escape. Default false. */
  isHeldOpen?: boolean;
  /** Use `alertdialog` for questions that must be answered. Default `dialog`. */
  role?: 'dialog' | 'alertdialog';
  /** The content, one part below the other with a gap between. */
  children: ReactNode;
}

/** A dialog above everything else. The focus stays inside and returns to where it was. */
export function Modal({
  title,
  isOpen = true,
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
          <Header title={title} onClose={onClose} isHeldOpen={isHeldOpen} />
          <div className={utilities.stack}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

type HeaderProps = Pick<ModalProps, 'title' | 'onClose' | 'isHeldOpen'>;

function Header({ title, onClose, isHeldOpen }: HeaderProps) {
  return (
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
  );
}

type SideDialogProps = Omit<ModalProps, 'isOpen' | 'size' | 'place' | 'role'>;

/** Where Escape has a meaning of its own. */
const ownEscape =
  'input, textarea, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * A dialog at the side of what it is about, which can be used meanwhile. When nothing holds it open, a press
 * elsewhere or Escape closes it, too. If it has the focus then, Enter presses its main button.
 */
export function SideDialog({
  title,
  onClose,
  footer,
  isHeldOpen = false,
  children,
}: SideDialogProps) {
  const dialog = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLanding(dialog, itself);
  useEffect(() => {
    const focus = () => dialog.current?.focus();
    focus();
    // A dialog that this one follows gives the focus back within the next frame.
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    const frame = dialog.current;
    if (isHeldOpen || frame === null) return;
    if (frame.contains(document.activeElement)) {
      frame.querySelector<HTMLElement>('footer button:enabled:last-of-type')?.focus();
    }
    const closeElsewhere = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.contains(target)) close();
    };
    const closeByEscape = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
      // There Escape is about the text, the menu or the other dialog.
      if (frame.contains(target) || target.closest(ownEscape) === null) close();
    };
    // Buttons keep their presses to themselves.
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('pointerdown', closeElsewhere, { capture: true, signal });
    document.addEventListener('keydown', closeByEscape, { signal });
    return () => listening.abort();
  }, [isHeldOpen]);
  return (
    <div className={classNames(styles.overlay, styles.aside, styles.open)}>
      <div className={classNames(styles.modal, styles.md)}>
        <div ref={dialog} role="dialog" aria-label={title} tabIndex={-1} className={styles.dialog}>
          <Header title={title} onClose={onClose} isHeldOpen={isHeldOpen} />
          <div className={utilities.stack}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </div>
      </div>
    </div>
  );
}

function itself(dialog: HTMLElement): HTMLElement {
  return dialog;
}

interface ActionModalProps extends Omit<ModalProps, 'footer'> {
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger';
  isPending?: boolean;
  isDisabled?: boolean;
  /** A button before those that cancel and confirm. */
  beside?: ReactNode;
  onConfirm: () => void;
}

/** A dialog with a button for what it is there to do, beside one that cancels it. */
export function ActionModal(props: ActionModalProps) {
  const { confirmLabel, cancelLabel = 'Cancel', onConfirm, beside, ...others } = props;
  const { tone, isPending, isDisabled, ...modal } = others;
  return (
    <Modal
      {...modal}
      footer={
        <>
          {beside}
          <Button kind="secondary" onPress={modal.onClose}>
            {cancelLabel}
          </Button>
          <Button tone={tone} isPending={isPending} isDisabled={isDisabled} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}

interface ConfirmDialogProps
  extends Omit<ActionModalProps, 'onClose' | 'role' | 'size' | 'place' | 'beside'> {
  onCancel: () => void;
}

/** Asks for confirmation before an action that cannot be undone or has costs. */
export function ConfirmDialog({ onCancel, children, ...action }: ConfirmDialogProps) {
  return (
    <ActionModal {...action} onClose={onCancel} role="alertdialog">
      <div>{children}</div>
    </ActionModal>
  );
}
