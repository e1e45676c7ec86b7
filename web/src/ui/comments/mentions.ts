import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react-aria-components';

/** A mention that is being written after an @. */
interface BegunMention {
  readonly from: number;
  /** The text between the @ and the caret. */
  readonly prefix: string;
}

/** Matches an @ that begins a word, and the part of a username after it. */
const begun = /(?<![\w@.])@([\w-]{0,20})$/;

/** The mention that is being written at the caret, or null if there is none. */
export function mentionAt(text: string, caret: number): BegunMention | null {
  const match = begun.exec(text.slice(0, caret));
  return match && { from: match.index, prefix: match[1] };
}

const mostSuggested = 6;

/** The names that match a begun mention. Names that begin with its text come first. */
export function namesFor({ prefix }: BegunMention, names: readonly string[]): readonly string[] {
  const part = prefix.toLowerCase();
  const has = (name: string, test: 'startsWith' | 'includes') => name.toLowerCase()[test](part);
  const first = names.filter((name) => has(name, 'startsWith'));
  const others = names.filter((name) => !has(name, 'startsWith') && has(name, 'includes'));
  return [...first, ...others].slice(0, mostSuggested);
}

/** Puts a name in place of a begun mention. @returns the text and the caret's new position */
export function withMention(
  text: string,
  { from, prefix }: BegunMention,
  name: string,
): { text: string; caret: number } {
  const after = text.slice(from + 1 + prefix.length);
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + after.replace(/^ /, ''), caret: before.length };
}

interface MentionOptions {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  names: readonly string[];
}

/** The suggestions after an @ in a text, and how they react to keys. */
export interface Mentions {
  readonly listId: string;
  readonly suggested: readonly string[];
  /** The index of the name that Enter takes. */
  readonly current: number;
  take(name: string): void;
  /** Has to be called after every change of the text. */
  onChange(): void;
  close(): void;
  /**
   * Has to be called with every key that is pressed.
   * @returns whether the suggestions have used the key
   */
  handleKey(event: KeyboardEvent): boolean;
}

/** Suggests names while a person writes one after an @. */
export function useMentions({ area, text, setText, names }: MentionOptions): Mentions {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const nextCaret = useRef<number | null>(null);
  const begun = caret === null ? null : mentionAt(text, caret);
  const suggested = begun ? namesFor(begun, names) : [];
  const current = Math.min(chosen, suggested.length - 1);
  useLayoutEffect(() => {
    // React moves the caret to the end when it replaces the text, so it is moved back.
    if (nextCaret.current === null) return;
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  const take = (name: string) => {
    if (!begun) return;
    const next = withMention(text, begun, name);
    nextCaret.current = next.caret;
    setText(next.text);
    setCaret(null);
  };
  return {
    listId,
    suggested,
    current,
    take,
    onChange() {
      setCaret(area.current?.selectionStart ?? null);
      setChosen(0);
    },
    close: () => setCaret(null),
    handleKey(event) {
      if (suggested.length === 0) return false;
      const { key } = event;
      const steps = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (steps !== 0) setChosen((current + steps + suggested.length) % suggested.length);
      else if ((key === 'Enter' || key === 'Tab') && !event.ctrlKey && !event.metaKey) {
        take(suggested[current]);
      } else if (key === 'Escape') setCaret(null);
      else {
        // These keys move the caret to where no mention is being written.
        if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) setCaret(null);
        return false;
      }
      event.preventDefault();
      return true;
    },
  };
}
