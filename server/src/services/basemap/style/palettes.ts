import type { BaseLayerName } from '@refugia/contract/basemap.ts';

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

export const palettes: Record<BaseLayerName, Palette> = {
  satellite: {
    title: 'Satellite',
    water: '#0b1d3a',
    land: '#3b4a2c',
    wood: '#3b4a2c',
    settlement: '#3b4a2c',
    park: 'rgba(0, 0, 0, 0)',
    parkLine: 'rgba(190, 230, 170, 0.5)',
    river: 'rgba(150, 195, 225, 0.5)',
    road: '#ffffff',
    motorway: '#ffffff',
    path: '#ffffff',
    railway: '#ffffff',
    building: '#ffffff',
    countyLine: 'rgba(255, 255, 255, 0.28)',
    stateLine: 'rgba(255, 255, 255, 0.6)',
    countryLine: 'rgba(255, 244, 214, 0.85)',
    text: '#ffffff',
    mutedText: '#dfe7e2',
    waterText: '#cfe6f5',
    parkText: '#d3efc2',
    halo: 'rgba(8, 18, 24, 0.8)',
    relief: 0,
    picture: true,
  },
  outdoors: {
    title: 'Outdoors',
    water: '#b4d3e0',
    land: '#e6ecd5',
    wood: '#d3e0b8',
    settlement: '#e4e0d2',
    park: '#cfe0b2',
    parkLine: '#9dbb7a',
    river: '#8bb8d0',
    road: '#ffffff',
    motorway: '#e8c98f',
    path: '#a98f63',
    railway: '#b3aea2',
    building: '#d9d3c4',
    countyLine: '#c3c2ac',
    stateLine: '#94927d',
    countryLine: '#6f6a5c',
    text: '#33372d',
    mutedText: '#6a6d5a',
    waterText: '#47798f',
    parkText: '#4c7136',
    halo: 'rgba(246, 247, 236, 0.9)',
    relief: 1,
    picture: false,
  },
  light: {
    title: 'Light',
    water: '#cfdce3',
    land: '#f7f7f4',
    wood: '#eef1ea',
    settlement: '#f0efeb',
    park: '#eaf0e4',
    parkLine: '#d0dcc6',
    river: '#c2d3dc',
    road: '#e6e5e0',
    motorway: '#dcd8cc',
    path: '#dedcd3',
    railway: '#d8d6d0',
    building: '#ebe9e4',
    countyLine: '#e0dfd9',
    stateLine: '#bcbab1',
    countryLine: '#97958d',
    text: '#3d423f',
    mutedText: '#7d827e',
    waterText: '#7d98a6',
    parkText: '#84987a',
    halo: 'rgba(255, 255, 255, 0.92)',
    relief: 0.28,
    picture: false,
  },
  dark: {
    title: 'Dark',
    water: '#0d1a22',
    land: '#1d262a',
    wood: '#1f2a2b',
    settlement: '#222b30',
    park: '#1f2d2a',
    parkLine: '#2f443c',
    river: '#2a414d',
    road: '#2f3b41',
    motorway: '#414d50',
    path: '#36423f',
    railway: '#37444a',
    building: '#283237',
    countyLine: '#2c373c',
    stateLine: '#49585f',
    countryLine: '#73848b',
    text: '#dde5e4',
    mutedText: '#97a6a7',
    waterText: '#6f93a6',
    parkText: '#7f9c86',
    halo: 'rgba(14, 20, 24, 0.9)',
    relief: 0.16,
    picture: false,
  },
};
