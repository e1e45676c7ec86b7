import { ChevronDown } from 'lucide-react';
import { type RefObject, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  Button as AriaButton,
  Popover as AriaPopover,
  ComboBox,
  ComboBoxStateContext,
  Input,
  ListBox,
} from 'react-aria-components';
import { usePageKeptReadable } from '../layout/use-page-kept-readable.ts';
import { Icon } from '../media/icon.tsx';
import { Spinner } from '../media/spinner.tsx';
import styles from './field.module.css';
import { FieldNote, type FieldProps, Label } from './field.tsx';
import listStyles from './list-box.module.css';
import { type Option, OptionRow } from './list-box.tsx';
import { type PrefixMatches, prefixMatches } from './prefix-search.ts';

interface AutocompleteProps extends FieldProps {
  /** The options in the order in which they are offered. Keep the same array between renders. */
  options: readonly Option[];
  value: string | null;
  onChange: (id: string | null) => void;
  onFocus?: () => void;
  placeholder?: string;
  isLoading?: boolean;
  /**
   * Finds the options for a text. By default these are the ones whose label begins with it. Keep
   * the same function between renders.
   */
  find?: (options: readonly Option[], text: string, limit: number) => PrefixMatches<Option>;
  /** The sentence about a text that finds no option. By default it says that nothing begins with it. */
  nothingFound?: (text: string) => string;
  /**
   * Returns the id of the option that a text names completely, which then counts as chosen. By
   * default this is the only option with this label, in upper or lower case.
   */
  named?: (text: string, options: readonly Option[]) => string | null;
}

/**
 * A choice of one among very many options, which are found by the beginning of their labels in
 * upper or lower case. Only the first matches are listed, with a line that says how many there are,
 * so that a list of any length responds at once. A name that is typed or pasted in full is chosen
 * and closes the list. Another letter or an arrow key opens it again.
 */
export function Autocomplete({
  label,
  description,
  error,
  options,
  value,
  onChange,
  placeholder,
  isLoading = false,
  find = prefixMatches,
  nothingFound = (typedText) => `Nothing begins with “${typedText}”.`,
  named = optionLabelled,
  ...rest
}: AutocompleteProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const found = useFoundOptions({ options, value, typed, find });
  const text = typed ?? found.chosen?.label ?? '';
  const { place, onOpenChange } = usePageKeptReadable();
  const isListAsked = useRef(false);
  const isNamed = typed !== null && value !== null && named(typed, options) === value;

  return (
    <ComboBox
      {...rest}
      ref={place}
      onOpenChange={(isOpen, trigger) => {
        isListAsked.current = isOpen && trigger === 'manual';
        onOpenChange(isOpen);
      }}
      items={found.entries}
      inputValue={text}
      onInputChange={(next) => {
        isListAsked.current = false;
        setTyped(next === '' ? null : next);
        const meant = next === '' ? null : (named(next, options) ?? value);
        if (meant !== value) onChange(meant);
      }}
      value={value}
      // This is also called with the chosen option when the field is left, which discards what was
      // typed.
      onChange={(id) => {
        setTyped(null);
        if (id !== value) onChange(id === null ? null : String(id));
      }}
      allowsEmptyCollection
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles.field}
    >
      <Label>{label}</Label>
      <div className={styles.box}>
        <Input className={styles.input} placeholder={placeholder} />
        {isLoading && (
          <span className={styles.trailing}>
            <Spinner size="sm" label="Loading the list" />
          </span>
        )}
        <AriaButton className={styles.reveal} aria-label="Show the list">
          <Icon of={ChevronDown} size="sm" />
        </AriaButton>
      </div>
      <FieldNote description={description} error={error} />
      <ListClosed when={isNamed} unless={isListAsked} />
      <AriaPopover className={listStyles.popover} offset={4}>
        <FoundOptions
          found={found}
          isTyped={typed !== null}
          nothingFound={isLoading ? 'Loading …' : nothingFound(text.trim())}
        />
      </AriaPopover>
    </ComboBox>
  );
}

type Search = Required<Pick<AutocompleteProps, 'options' | 'value' | 'find'>>;

/** The largest number of matches in the list. */
const listLimit = 50;

/** The options that a typed text finds, all of them before anything is typed, and the chosen one. */
function useFoundOptions(search: Search & { typed: string | null }) {
  const { options, value, typed, find } = search;
  const chosen = useMemo(
    () => options.find((option) => option.id === value) ?? null,
    [options, value],
  );
  // While the text is that of the chosen option, all options are listed and not only that one.
  const { matches, count } = useMemo(
    () => find(options, typed ?? '', listLimit),
    [find, options, typed],
  );
  // The list must contain the chosen option, or the combo box opens again when the option's text
  // returns.
  const entries = useMemo(
    () =>
      chosen === null || matches.includes(chosen)
        ? matches
        : [...matches, { ...chosen, isHidden: true }],
    [matches, chosen],
  );
  // A list that was scrolled to the chosen option, or by hand, starts over when its text changes.
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are what it waits for
  useLayoutEffect(() => {
    if (typed !== null) list.current?.scrollTo(0, 0);
  }, [typed, entries]);
  return { chosen, entries, list, listed: matches.length, count };
}

interface FoundOptionsProps {
  found: ReturnType<typeof useFoundOptions>;
  isTyped: boolean;
  nothingFound: string;
}

function FoundOptions({ found, isTyped, nothingFound }: FoundOptionsProps) {
  const { list, listed, count } = found;
  return (
    <>
      <ListBox
        ref={list}
        className={listStyles.list}
        // A typed text is searched from the top of the list. If the list is opened in another way,
        // it shows its chosen option.
        {...(isTyped && { autoFocus: false })}
      >
        {(option: Option) => <OptionRow option={option} />}
      </ListBox>
      {count === 0 && <div className={listStyles.note}>{nothingFound}</div>}
      {count > listed && (
        <div className={listStyles.note}>
          The first {listed} of {count.toLocaleString('en-US')}. Type more to narrow them down.
        </div>
      )}
    </>
  );
}

/**
 * Closes the list of the combo box around it. The combo box itself closes its list only if the
 * choice changes while the list is open. That leaves it open after a paste, and after the same
 * choice again.
 */
function ListClosed(props: { when: boolean; unless: RefObject<boolean> }) {
  const state = use(ComboBoxStateContext);
  useEffect(() => {
    if (props.when && !props.unless.current && state?.isOpen === true) state.setOpen(false);
  });
  return null;
}

/** @returns the id of the only option with this label, or null if there is none or more than one */
function optionLabelled(text: string, options: readonly Option[]): string | null {
  const wanted = text.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase() === wanted);
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}
