import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import { useSyncExternalStore } from 'react';

/** Settings by a layer's id that apply to this browser alone, until the page is left. */
function settingsOfPage<Value>() {
  let settings: ReadonlyMap<string, Value> = new Map();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    use: () => useSyncExternalStore(subscribe, () => settings),
    set(id: string, value: Value): void {
      settings = new Map(settings).set(id, value);
      for (const listener of listeners) listener();
    },
  };
}

const hidden = settingsOfPage<boolean>();
const opacities = settingsOfPage<number>();
const previews = settingsOfPage<LayerStyle | undefined>();

/** Whether this person hides a layer, by the layer's id. */
export const useHiddenHere = hidden.use;

/** Hides a layer in this browser alone, or shows it again. */
export const setHiddenHere = hidden.set;

/** The opacity of a raster before anybody has changed it: opaque. */
const usualOpacity = 10;

/** The opacity of a raster in this browser, from 0 to 10. */
export function useRasterOpacity(id: string): number {
  return opacities.use().get(id) ?? usualOpacity;
}

/** Sets the opacity of a raster in this browser, from 0 to 10. */
export const setRasterOpacity = opacities.set;

/** The styles that are being tried in this browser, by the layer's id. */
export const useStylePreviews = previews.use;

/** Shows a layer in a style that is not saved, or in its saved one again. */
export const setStylePreview = previews.set;
