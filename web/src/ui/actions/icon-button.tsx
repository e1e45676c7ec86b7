import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, isValidElement, type ReactElement } from 'react';
import { Icon } from '../media/icon.tsx';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconButtonProps
  extends Pick<
    ComponentProps<typeof Button>,
    'tone' | 'isDisabled' | 'isPending' | 'autoFocus' | 'onPress'
  > {
  /** An icon of the Lucide set, or a drawing of its size. */
  icon: LucideIcon | ReactElement;
  /** The name for screen readers. */
  label: string;
  /** Words that are shown when it is pointed at or focused; `true` shows the label. */
  tip?: string | true;
  /** The side of the button on which the words are shown. */
  placement?: ComponentProps<typeof Tooltip>['placement'];
}

/** A small button that shows only an icon. */
export function IconButton({ icon, label, tip, placement, ...rest }: IconButtonProps) {
  const drawing = isValidElement(icon) ? icon : <Icon of={icon} size="sm" />;
  const button = <Button {...rest} kind="text" size="sm" icon={drawing} aria-label={label} />;
  if (tip === undefined) return button;
  return (
    <Tooltip text={tip === true ? label : tip} placement={placement}>
      {button}
    </Tooltip>
  );
}
