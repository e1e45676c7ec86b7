import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import { Store, useStore } from '../../../lib/store.ts';

/** Settings by a layer's id that apply to this browser alone, until the page is left. */
class PageSettings<Value> extends Store<ReadonlyMap<string, Value>> {
  use = () => useStore(this);
  set = (id: string, value: Value): void => this.setState(new Map(this.getState()).set(id, value));
}

const hidden = new PageSettings<boolean>(new Map());
const opacities = new PageSettings<number>(new Map());
const previews = new PageSettings<LayerStyle | undefined>(new Map());

/** Whether this person hides a layer, by the layer's id. */
export const useHiddenHere = hidden.use;

/** Hides a layer in this browser alone, or shows it again. */
export const setHiddenHere = hidden.set;

const usualOpacity = 10;

/** The opacity of a raster in this browser, from 0 to 10. */
export function useRasterOpacity(id: string): number {
  return opacities.use().get(id) ?? usualOpacity;
}

export const setRasterOpacity = opacities.set;

/** The styles that are being tried in this browser, by the layer's id. */
export const useStylePreviews = previews.use;

/** Shows a layer in a style that is not saved, or in its saved one again. */
export const setStylePreview = previews.set;
