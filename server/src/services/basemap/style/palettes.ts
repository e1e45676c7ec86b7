import type { BaseLayerName } from '@refugia/contract/basemap.ts';
import colors from './palettes.json' with { type: 'json' };

/**
 * Everything in which the four styles differ. `relief` says how strongly it shows, 0 to 1, and
 * `picture` whether the Blue Marble covers land and sea.
 */
export type Palette = (typeof colors)[BaseLayerName];

export const palettes: Readonly<Record<BaseLayerName, Palette>> = colors;
