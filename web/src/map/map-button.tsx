import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Icon } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './map-controls.module.css';

interface MapButtonProps {
  ref?: Ref<HTMLButtonElement>;
  icon: LucideIcon;
  /** What it does; shown beside it when pointed at. */
  label: string;
  /** Whether it is held down, for what can be switched on. */
  isPressed?: boolean;
  /** Whether what it shows and hides is shown. */
  isExpanded?: boolean;
  isDisabled?: boolean;
  /** Default `start`. */
  tooltipPlacement?: 'start' | 'bottom';
  /** Turns the icon, clockwise. */
  rotationDegrees?: number;
  onPress?: () => void;
}

/** A square button that floats above a map. */
export function MapButton({
  ref,
  icon,
  label,
  isPressed,
  isExpanded,
  isDisabled,
  tooltipPlacement = 'start',
  rotationDegrees,
  onPress,
}: MapButtonProps) {
  return (
    <Tooltip text={label} placement={tooltipPlacement}>
      <AriaButton
        ref={ref}
        className={styles.button!}
        aria-label={label}
        aria-pressed={isPressed}
        aria-expanded={isExpanded}
        isDisabled={isDisabled}
        onPress={onPress}
      >
        <span
          className={styles.icon}
          style={rotationDegrees === undefined ? undefined : { rotate: `${rotationDegrees}deg` }}
        >
          <Icon of={icon} />
        </span>
      </AriaButton>
    </Tooltip>
  );
}
