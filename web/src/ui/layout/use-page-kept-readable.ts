import { type RefObject, useEffect, useRef } from 'react';

/** React Aria does not hide elements with this attribute, nor their content. */
const topLayer = 'data-react-aria-top-layer';

/**
 * Keeps the page beside an open list accessible to screen readers. While a combo box is open, React
 * Aria hides the page from them but leaves its links and buttons in the tab order, so that the next
 * tab stop would not be announced. A list controlled by a combo box does not need the page hidden:
 * the field announces the list and the active option.
 * @returns a ref for the combo box, and a function to call when its list opens or closes
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
