import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  type LucideIcon,
} from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { Icon } from '../media/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './pagination.module.css';

interface PaginationProps {
  /** The name of the pages for screen readers, such as 'Pages of maps'. */
  label: string;
  /** The open page, from 1. */
  page: number;
  /** The number of pages. With fewer than two, nothing is shown. */
  pageCount: number;
  onChange: (page: number) => void;
}

/** Buttons for the first, previous, next and last page, and for at most five page numbers. */
export function Pagination({ label, page, pageCount, onChange }: PaginationProps) {
  if (pageCount < 2) return null;
  const go = (target: number) => ({ target, isDisabled: target === page, onGo: onChange });
  return (
    <nav aria-label={label}>
      <ul className={styles.list}>
        <Step icon={ChevronFirst} label="First page" {...go(1)} />
        <Step icon={ChevronLeft} label="Previous page" {...go(Math.max(1, page - 1))} />
        {pageNumbers(page, pageCount).map((number) => (
          <li key={number}>
            <AriaButton
              className={classNames(styles.button, number === page && styles.current)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onPress={() => onChange(number)}
            >
              {number}
            </AriaButton>
          </li>
        ))}
        <Step icon={ChevronRight} label="Next page" {...go(Math.min(pageCount, page + 1))} />
        <Step icon={ChevronLast} label="Last page" {...go(pageCount)} />
      </ul>
    </nav>
  );
}

interface StepProps {
  icon: LucideIcon;
  label: string;
  target: number;
  isDisabled: boolean;
  onGo: (page: number) => void;
}

function Step({ icon, label, target, isDisabled, onGo }: StepProps) {
  return (
    <li>
      {/* The button is only described as disabled, because a disabled button would lose the focus
          at the end of the pages. */}
      <AriaButton
        className={styles.button}
        aria-label={label}
        aria-disabled={isDisabled}
        onPress={() => {
          if (!isDisabled) onGo(target);
        }}
      >
        <Icon of={icon} size="sm" />
      </AriaButton>
    </li>
  );
}

const maxNumbers = 5;

/**
 * The page numbers that a pagination shows: at most five in a row, the open page in their middle
 * except near either end.
 * @param page the open page, from 1
 */
export function pageNumbers(page: number, pageCount: number): number[] {
  const shown = Math.min(maxNumbers, pageCount);
  const first = Math.min(Math.max(1, page - Math.floor(maxNumbers / 2)), pageCount - shown + 1);
  return Array.from({ length: shown }, (_, index) => first + index);
}
