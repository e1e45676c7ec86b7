import { type RefObject, useEffect, useRef } from 'react';

/** React Aria hides no element that carries it, nor what is inside. */
const topLayer = 'data-react-aria-top-layer';

/**
 * Keeps the page beside an open list readable. React Aria takes it from screen readers while a combo
 * box is open, but leaves its links and buttons to the Tab key, so that the next stop would be one
 * that nobody announces. A list that a combo box controls needs none of that: the field says where it
 * is and which option is active.
 * @returns where the combo box stands, and what to call when its list opens or closes
 */
export function usePageKeptReadable(): {
  place: RefObject<HTMLDivElement | null>;
  onOpenChange: (isOpen: boolean) => void;
} {
  const place = useRef<HTMLDivElement>(null);
  const kept = useRef<Element | null>(null);

  const onOpenChange = (isOpen: boolean) => {
    kept.current?.removeAttribute(topLayer);
    kept.current = isOpen ? (place.current?.closest('body > *') ?? null) : null;
    kept.current?.setAttribute(topLayer, '');
  };
  useEffect(() => () => kept.current?.removeAttribute(topLayer), []);
  return { place, onOpenChange };
}
