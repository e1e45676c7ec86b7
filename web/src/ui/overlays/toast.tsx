import { limits } from '@refugia/contract/limits.ts';
import { X } from 'lucide-react';
import {
  Button as AriaButton,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastQueue as AriaToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from 'react-aria-components';
import { failureText } from '../../lib/api-errors.ts';
import { classNames } from '../style/class-names.ts';
import { type NoticeType, noticeIcons } from './notice.tsx';
import styles from './toast.module.css';

export type ToastType = NoticeType;

interface ToastContent {
  type: ToastType;
  text: string;
}

const spokenTypes = { error: 'Error', message: 'Message', success: 'Success', warning: 'Warning' };

/** The visible and waiting toasts. */
export const queue = new AriaToastQueue<ToastContent>({ maxVisibleToasts: 4 });

interface ToastOptions {
  /** The time until it closes, which pauses while it is pointed at or focused. Default 8000. */
  milliseconds?: number;
  /** A shorter message about the same subject, which is removed. */
  insteadOf?: string;
}

/**
 * Shows a message at the top centre, which screen readers announce. A message that is already
 * visible is replaced and not shown twice.
 * @returns a function that closes it early
 */
export function showToast(
  type: ToastType,
  text: string,
  { milliseconds = limits.toastMilliseconds, insteadOf }: ToastOptions = {},
): () => void {
  for (const { key, content } of [...queue.visibleToasts]) {
    const isSame = content.type === type && content.text === text;
    if (isSame || content.text === insteadOf) queue.close(key);
  }
  const key = queue.add({ type, text }, { timeout: milliseconds });
  return () => queue.close(key);
}

/** Shows a toast about a failed call, with the sentence of `failureText`. */
export function showFailure(error: unknown, otherwise?: string): void {
  showToast('error', failureText(error, otherwise));
}

/** Keeps the region's height in `--toasts-height`, so that a screen can make room. */
function tellHeight(region: HTMLElement | null): (() => void) | undefined {
  if (region === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--toasts-height', `${region.offsetHeight}px`);
  });
  observer.observe(region);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-height');
  };
}

/** The region in which toasts appear. Used once, by the shell. */
export function ToastRegion() {
  return (
    <AriaToastRegion
      ref={tellHeight}
      queue={queue}
      className={styles.region}
      aria-label="Notifications"
    >
      {({ toast }) => {
        const { type, text } = toast.content;
        const Icon = noticeIcons[type];
        return (
          <AriaToast toast={toast} className={classNames(styles.toast, styles[type])}>
            <Icon className={styles.icon} aria-label={spokenTypes[type]} role="img" />
            <AriaToastContent className={styles.content}>
              <Text slot="title">{text}</Text>
            </AriaToastContent>
            <AriaButton slot="close" className={styles.close} aria-label="Close">
              <X aria-hidden="true" />
            </AriaButton>
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
