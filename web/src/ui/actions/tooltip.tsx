import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components';
import styles from './tooltip.module.css';

interface TooltipProps {
  /** A few words. Information that people must read does not belong into a tooltip. */
  text: string;
  placement?: 'top' | 'bottom' | 'start' | 'end';
  /** One element that can receive the focus, such as a button or a link. */
  children: ReactElement;
}

/** Names or explains one control when it is pointed at or focused. */
export function Tooltip({ text, placement = 'top', children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400}>
      {children}
      <AriaTooltip className={styles.tooltip} placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** Gives a tooltip to an element that is not a control, such as a warning icon. */
export function TooltipText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Tooltip text={text}>
      <Focusable>
        <span role="img" aria-label={text}>
          {children}
        </span>
      </Focusable>
    </Tooltip>
  );
}
