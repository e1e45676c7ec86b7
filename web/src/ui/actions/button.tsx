import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, Link as AriaLink } from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import { Spinner } from '../media/spinner.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './button.module.css';

/** The last two are primary and secondary buttons on the dark green ground of a hero. */
type ButtonKind = 'primary' | 'secondary' | 'text' | 'onDeep' | 'quietOnDeep';
type ButtonSize = 'sm' | 'md' | 'lg' | 'inherit';

interface ButtonStyle {
  /** Use `primary` for the main action of a screen. Default `primary`. */
  kind?: ButtonKind;
  /** `inherit` takes the size of the text around it. Default `md`. */
  size?: ButtonSize;
  /** Use `danger` for actions that cannot be undone. */
  tone?: 'danger';
  wide?: boolean;
  icon?: LucideIcon | ReactNode;
  children?: ReactNode;
}

interface ButtonProps extends ButtonStyle {
  ref?: Ref<HTMLButtonElement>;
  type?: 'button' | 'submit';
  /** Whether a spinner takes the label's place. It keeps width and focus, and ignores presses. */
  isPending?: boolean;
  isDisabled?: boolean;
  /** Whether it keeps the focus while it is disabled, for a button whose own press disables it. */
  keepsFocus?: boolean;
  autoFocus?: boolean;
  onPress?: () => void;
  /** The button's name when its content is only an icon. */
  'aria-label'?: string;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  /** Whether the choice for which it stands is made, for a button that is pressed and released. */
  'aria-pressed'?: boolean;
}

function classOf({ kind = 'primary', size = 'md', tone, wide, icon, children }: ButtonStyle) {
  const iconOnly = icon !== undefined && children === undefined;
  return classNames(
    styles.button,
    styles[kind],
    styles[size],
    tone && styles[tone],
    wide && styles.wide,
    iconOnly && styles.iconOnly,
  );
}

/** An icon of the Lucide set is drawn small. Anything else is drawn as it is. */
function iconBefore(icon: ButtonStyle['icon']): ReactNode {
  return isLucideIcon(icon) ? <Icon of={icon} size="sm" /> : icon;
}

function isLucideIcon(icon: ButtonStyle['icon']): icon is LucideIcon {
  return typeof icon === 'object' && icon !== null && 'render' in icon;
}

/** A button for an action on this page. For links use `ButtonLink`. */
export function Button(props: ButtonProps) {
  const { kind, size, tone, wide, icon, children, isPending = false, ...others } = props;
  const { isDisabled, keepsFocus = false, onPress, ...rest } = others;
  const isInert = isDisabled && keepsFocus;
  return (
    <AriaButton
      {...rest}
      isPending={isPending}
      isDisabled={isDisabled && !keepsFocus}
      aria-disabled={isInert || undefined}
      onPress={isInert ? undefined : onPress}
      className={classOf(props)}
      // The field keeps the focus. Otherwise the error that appears when the field is left could
      // move the button from under the pointer before the press ends.
      preventFocusOnPress={rest.type === 'submit'}
    >
      <span className={styles.content}>
        {iconBefore(icon)}
        {children}
      </span>
      {isPending && (
        <span className={styles.pending}>
          <Spinner size="sm" />
        </span>
      )}
    </AriaButton>
  );
}

/** A small button as panels and lists have them, secondary unless it says otherwise. */
export function PanelButton({ kind = 'secondary', ...props }: Omit<ButtonProps, 'size'>) {
  return <Button kind={kind} size="sm" {...props} />;
}

/** A small button without a frame, for what few people press. */
export function TextButton(props: Omit<ButtonProps, 'kind' | 'size'>) {
  return <Button {...props} kind="text" size="sm" />;
}

interface ButtonLinkProps extends ButtonStyle {
  href: string;
  target?: '_blank';
  'aria-label'?: string;
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { kind, size, tone, wide, icon, children, target, ...rest } = props;
  return (
    <AriaLink
      {...rest}
      target={target}
      rel={target === '_blank' ? 'noopener' : undefined}
      className={classOf(props)}
    >
      <span className={styles.content}>
        {iconBefore(icon)}
        {children}
      </span>
    </AriaLink>
  );
}

/** A button within a sentence about something that failed. */
export function TryAgain({ onPress }: { onPress: () => void }) {
  return (
    <Button kind="text" size="inherit" onPress={onPress}>
      Try again
    </Button>
  );
}
