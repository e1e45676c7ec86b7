import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import { Store, useStore } from '../../../lib/store.ts';

/** Settings by a layer's id that apply to this browser alone, until the page is left. */
class PageSettings<Value> extends Store<ReadonlyMap<string, Value>> {
  use = () => useStore(this);
  set = (id: string, value: Value): void => this.setState(new Map(this.getState()).set(id, value));
}

/** Whether this person hides a layer. */
export const hiddenHere = new PageSettings<boolean>(new Map());

/** The opacities of rasters, from 0 to 10. */
export const rasterOpacities = new PageSettings<number>(new Map());

/** The styles of layers that are being tried. */
export const stylePreviews = new PageSettings<LayerStyle | undefined>(new Map());

const usualOpacity = 10;

export function useRasterOpacity(id: string): number {
  return rasterOpacities.use().get(id) ?? usualOpacity;
}
