import type { BaseLayerName } from '@refugia/contract/basemap.ts';

/** Everything in which the four styles differ. */
export interface Palette {
  readonly title: string;
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly river: string;
  readonly countyLine: string;
  readonly stateLine: string;
  readonly countryLine: string;
  readonly text: string;
  readonly mutedText: string;
  readonly halo: string;
  /** How strongly the relief shows, 0 to 1. */
  readonly relief: number;
  /** The Blue Marble covers land and sea. */
  readonly picture: boolean;
}

export const palettes: Record<BaseLayerName, Palette> = {
  satellite: {
    title: 'Satellite',
    water: '#0b1d3a',
    land: '#3b4a2c',
    coast: 'rgba(226, 238, 240, 0.45)',
    river: 'rgba(130, 170, 200, 0.35)',
    countyLine: 'rgba(255, 255, 255, 0.28)',
    stateLine: 'rgba(255, 255, 255, 0.6)',
    countryLine: 'rgba(255, 244, 214, 0.85)',
    text: '#ffffff',
    mutedText: '#dfe7e2',
    halo: 'rgba(8, 18, 24, 0.8)',
    relief: 0,
    picture: true,
  },
  outdoors: {
    title: 'Outdoors',
    water: '#b4d3e0',
    land: '#e6ecd5',
    coast: '#8fb3c2',
    river: '#93bdd0',
    countyLine: '#c3c2ac',
    stateLine: '#94927d',
    countryLine: '#6f6a5c',
    text: '#33372d',
    mutedText: '#6a6d5a',
    halo: 'rgba(246, 247, 236, 0.9)',
    relief: 1,
    picture: false,
  },
  light: {
    title: 'Light',
    water: '#d5dfe4',
    land: '#f7f7f4',
    coast: '#c0cdd3',
    river: '#cfdbe1',
    countyLine: '#e0dfd9',
    stateLine: '#bcbab1',
    countryLine: '#97958d',
    text: '#3d423f',
    mutedText: '#7d827e',
    halo: 'rgba(255, 255, 255, 0.92)',
    relief: 0.28,
    picture: false,
  },
  dark: {
    title: 'Dark',
    water: '#0e161b',
    land: '#1d262a',
    coast: '#36454c',
    river: '#15222a',
    countyLine: '#2c373c',
    stateLine: '#49585f',
    countryLine: '#73848b',
    text: '#dde5e4',
    mutedText: '#97a6a7',
    halo: 'rgba(14, 20, 24, 0.9)',
    relief: 0.16,
    picture: false,
  },
};
