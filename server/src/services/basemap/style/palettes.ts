import type { BaseLayerName } from '@refugia/contract/basemap.ts';
import colors from './palettes.json' with { type: 'json' };

/** Everything in which the four styles differ. */
export interface Palette {
  readonly title: string;
  readonly water: string;
  readonly land: string;
  readonly wood: string;
  readonly settlement: string;
  readonly park: string;
  readonly parkLine: string;
  readonly river: string;
  readonly road: string;
  readonly motorway: string;
  readonly path: string;
  readonly railway: string;
  readonly building: string;
  readonly countyLine: string;
  readonly stateLine: string;
  readonly countryLine: string;
  readonly text: string;
  readonly mutedText: string;
  readonly waterText: string;
  readonly parkText: string;
  readonly halo: string;
  /** How strongly the relief shows, 0 to 1. */
  readonly relief: number;
  /** The Blue Marble covers land and sea. */
  readonly picture: boolean;
}

export const palettes: Record<BaseLayerName, Palette> = colors;
