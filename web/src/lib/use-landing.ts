import { type RefObject, useEffect, useEffectEvent } from 'react';
import { FocusKeeper } from './focus-keeper.ts';

/** Marks the element that receives the focus in its part of the page. */
export const landingPlace = { 'data-landing': '', tabIndex: -1 } as const;

const keeper = new FocusKeeper<HTMLElement>(() => {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
});

/**
 * Makes the focus move to a place in this part of the page when the focused element in it
 * disappears.
 * @param findPlace null while there is none. Default the one of `landingPlace`
 */
export function useLanding(
  region: RefObject<HTMLElement | null>,
  findPlace: (region: HTMLElement) => HTMLElement | null = findMarked,
): void {
  const place = useEffectEvent(() => region.current && findPlace(region.current));
  useEffect(() => keeper.add({ region: () => region.current, place: () => place() }), [region]);
}

/** The first enabled button: the place where a press disables or removes its own button. */
export function firstEnabled(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>('button:enabled');
}

function findMarked(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>('[data-landing]');
}

/** Watches the focus for the whole page. Used once, by the shell. */
export function useFocusUpkeep(): void {
  useEffect(() => {
    let frame = 0;
    const checkSoon = () => {
      cancelAnimationFrame(frame);
      // A dialog that closes returns the focus within the next frame.
      frame = requestAnimationFrame(() => keeper.check());
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) keeper.focused(target);
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
      // Some browsers report a focused element that is being removed as if the person had left it.
      queueMicrotask(() => {
        const isGone = !target.isConnected || target.matches(':disabled');
        if (!isGone && document.activeElement === document.body) keeper.left();
      });
    };
    const onTouch = () => keeper.touched();
    const watch = new AbortController();
    const { signal } = watch;
    document.addEventListener('focusin', onFocusIn, { signal });
    document.addEventListener('focusout', onFocusOut, { signal });
    document.addEventListener('keydown', onTouch, { signal, capture: true });
    document.addEventListener('pointerdown', onTouch, { signal, capture: true });
    const changes = new MutationObserver(checkSoon);
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      watch.abort();
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
