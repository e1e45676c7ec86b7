import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react-aria-components';
import { mentionAt, namesFor, withMention } from './mention.ts';

interface MentionOptions {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  /** Whom an @ may call. */
  names: readonly string[];
}

/** Who is suggested after an @ in a text, and what the keys do with it. */
export interface Mentions {
  readonly listId: string;
  readonly suggested: readonly string[];
  /** The name that Enter takes. */
  readonly current: number;
  take(name: string): void;
  /** Told of every change of the text. */
  onChange(): void;
  close(): void;
  /** @returns whether the key was meant for the suggestions */
  handleKey(event: KeyboardEvent): boolean;
}

/** Suggests names while one is being written after an @. */
export function useMentions({ area, text, setText, names }: MentionOptions): Mentions {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const nextCaret = useRef<number | null>(null);
  const begun = caret === null ? null : mentionAt(text, caret);
  const suggested = begun ? namesFor(begun, names) : [];
  const current = Math.min(chosen, suggested.length - 1);
  useLayoutEffect(() => {
    // React puts the caret to the end when it replaces the text.
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
        // Elsewhere in the text, nothing is being written after an @.
        if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) setCaret(null);
        return false;
      }
      event.preventDefault();
      return true;
    },
  };
}
