import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react-aria-components';
import { mentionAt, namesFor, withMention } from './mention.ts';

interface MentionOptions {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  /** The usernames that may be mentioned. */
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
        take(suggested[current]!);
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
