import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, Link as AriaLink, Toolbar } from 'react-aria-components';
import { Tooltip } from '../../ui/actions/tooltip.tsx';
import { Icon } from '../../ui/media/icon.tsx';
import styles from './map-controls.module.css';

interface MapButtonProps {
  ref?: Ref<HTMLButtonElement>;
  icon: LucideIcon;
  /** The action's name, which is shown beside the button when it is pointed at. */
  label: string;
  /** Whether it is pressed, for a button that switches something on. */
  isPressed?: boolean;
  /** Whether the element that it shows and hides is visible. */
  isExpanded?: boolean;
  /** Whether it ignores presses. It stays in its place among the stops of the keyboard. */
  isDisabled?: boolean;
  tooltipPlacement?: 'start' | 'bottom';
  /** Turns the icon, clockwise. */
  rotationDegrees?: number;
  onPress: () => void;
}

/** A square button that floats above a map. */
export function MapButton({
  ref,
  icon,
  label,
  isPressed,
  isExpanded,
  isDisabled = false,
  tooltipPlacement = 'start',
  rotationDegrees,
  onPress,
}: MapButtonProps) {
  return (
    <Tooltip text={label} placement={tooltipPlacement}>
      <AriaButton
        ref={ref}
        className={styles.button}
        aria-label={label}
        aria-pressed={isPressed}
        aria-expanded={isExpanded}
        aria-disabled={isDisabled || undefined}
        onPress={isDisabled ? undefined : onPress}
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

interface MapToolbarProps {
  ref?: Ref<HTMLDivElement>;
  label: string;
  /** Default `vertical`: the arrow keys that move in it are up and down. */
  orientation?: 'vertical' | 'horizontal';
  /** Default the style of a group that floats above a map. */
  className?: string;
  children: ReactNode;
}

/** A group of map buttons. It is one stop of the Tab key, and arrow keys move in it. */
export function MapToolbar(props: MapToolbarProps) {
  const { ref, label, orientation = 'vertical', className = styles.group, children } = props;
  return (
    <Toolbar ref={ref} className={className} orientation={orientation} aria-label={label}>
      {children}
    </Toolbar>
  );
}

/** A link that leads away from a map, in a group of its own among the map's buttons. */
export function MapLink({ icon, label, href }: { icon: LucideIcon; label: string; href: string }) {
  return (
    <div className={styles.group}>
      <Tooltip text={label} placement="start">
        <AriaLink className={styles.button} href={href} aria-label={label}>
          <span className={styles.icon}>
            <Icon of={icon} />
          </span>
        </AriaLink>
      </Tooltip>
    </div>
  );
}
