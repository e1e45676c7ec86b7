import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the style sheet how far the bar has to move to the left, because a short map has its buttons
 * in several columns, which the bar would cover.
 */
export function usePlaceBesideColumns(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    const controls = element?.closest('[data-map-controls]');
    const first = element?.parentElement;
    if (!element || !controls || !first) return;
    const arrange = () => {
      const buttons = [...controls.querySelectorAll('button')].filter(
        (button) => !element.contains(button),
      );
      const left = Math.min(...buttons.map((button) => button.getBoundingClientRect().left));
      const columns = first.getBoundingClientRect().left - left;
      element.style.setProperty('--columns-beside', `${Math.max(0, columns)}px`);
    };
    const observer = new ResizeObserver(arrange);
    observer.observe(controls);
    return () => observer.disconnect();
  }, [bar]);
}
