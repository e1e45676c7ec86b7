import type { Season, seasons } from './seasons.ts';

/** One kind of ground. Reflectances are of blue, green, red, near infrared and two short-wave bands. */
export interface Surface {
  /** Reflectance without green leaves, and at the height of the season. */
  readonly dormant: readonly number[];
  readonly green: readonly number[];
  readonly season: Season;
  /** Deviation of brightness from pixel to pixel. */
  readonly texture: number;
  /** How strongly dry and wet years, and the year of a single parcel, show in its greenness. */
  readonly yearly: number;
  readonly parcelYearly: number;
  /** Share of snow on the ground that a canopy hides. */
  readonly canopy: number;
  readonly group: 'water' | 'forest' | 'open' | 'crop' | 'built' | 'bare';
}

/** A surface as it is written down; reflectances are × 1000. */
export type SurfaceRow = readonly [
  group: Surface['group'],
  dormant: readonly number[],
  green: readonly number[],
  season: keyof typeof seasons,
  measures: readonly [texture: number, yearly: number, parcelYearly: number, canopy: number],
];

/** Group, dormant ×6, green ×6 (× 1000), season; texture, yearly, parcelYearly, canopy. */
export const surfaceRows = {
  water: ['water', [26, 27, 16, 9, 5, 4], [26, 27, 16, 9, 5, 4], 'still', [0.03, 0, 0, 0]],
  river: ['water', [38, 48, 40, 22, 10, 7], [34, 50, 36, 20, 9, 6], 'meadow', [0.05, 0.2, 0, 0]],
  conifer: [
    'forest',
    [20, 31, 27, 165, 78, 38],
    [17, 33, 21, 215, 82, 36],
    'evergreen',
    [0.13, 0.1, 0.02, 0.75],
  ],
  youngConifer: [
    'forest',
    [26, 42, 38, 205, 125, 65],
    [20, 45, 27, 295, 122, 55],
    'evergreen',
    [0.1, 0.18, 0.03, 0.45],
  ],
  deciduous: [
    'forest',
    [38, 50, 60, 165, 175, 110],
    [17, 42, 23, 375, 158, 66],
    'leafy',
    [0.1, 0.12, 0.02, 0.3],
  ],
  aspen: [
    'forest',
    [42, 55, 62, 180, 170, 105],
    [20, 52, 28, 390, 160, 68],
    'leafy',
    [0.09, 0.12, 0.02, 0.3],
  ],
  meadow: [
    'open',
    [52, 74, 88, 205, 245, 165],
    [27, 62, 40, 350, 205, 102],
    'meadow',
    [0.05, 0.35, 0.12, 0.05],
  ],
  prairie: [
    'open',
    [68, 95, 122, 225, 300, 215],
    [40, 78, 66, 300, 240, 140],
    'prairie',
    [0.06, 0.5, 0.1, 0.05],
  ],
  goldenGrass: [
    'open',
    [66, 100, 138, 245, 315, 210],
    [28, 62, 42, 330, 205, 105],
    'winterGreen',
    [0.06, 0.4, 0.1, 0],
  ],
  sagebrush: [
    'open',
    [68, 92, 118, 195, 275, 210],
    [48, 74, 82, 225, 235, 160],
    'brush',
    [0.08, 0.35, 0.06, 0.1],
  ],
  chaparral: [
    'open',
    [38, 55, 62, 175, 175, 110],
    [26, 46, 42, 225, 150, 82],
    'chaparral',
    [0.11, 0.25, 0.03, 0.1],
  ],
  desertShrub: [
    'bare',
    [92, 130, 175, 245, 325, 275],
    [78, 115, 148, 250, 300, 240],
    'desert',
    [0.06, 0.3, 0.02, 0],
  ],
  rock: [
    'bare',
    [98, 122, 145, 190, 235, 205],
    [90, 115, 132, 195, 225, 190],
    'brush',
    [0.13, 0.1, 0, 0],
  ],
  sand: [
    'bare',
    [125, 175, 232, 310, 410, 365],
    [120, 168, 220, 308, 400, 350],
    'desert',
    [0.05, 0.1, 0, 0],
  ],
  corn: [
    'crop',
    [58, 78, 98, 165, 245, 200],
    [22, 52, 28, 430, 185, 82],
    'summerCrop',
    [0.035, 0.12, 0.3, 0],
  ],
  soybeans: [
    'crop',
    [56, 76, 96, 168, 245, 198],
    [24, 62, 30, 480, 205, 92],
    'lateCrop',
    [0.035, 0.12, 0.3, 0],
  ],
  winterCereal: [
    'crop',
    [68, 98, 132, 225, 300, 225],
    [26, 56, 34, 400, 190, 90],
    'cereal',
    [0.035, 0.2, 0.3, 0],
  ],
  hay: [
    'crop',
    [48, 72, 82, 225, 225, 140],
    [24, 62, 32, 420, 205, 95],
    'irrigatedHay',
    [0.04, 0.1, 0.45, 0],
  ],
  orchard: [
    'crop',
    [62, 84, 104, 205, 245, 180],
    [36, 62, 52, 320, 195, 105],
    'orchard',
    [0.08, 0.06, 0.08, 0],
  ],
  cotton: [
    'crop',
    [66, 90, 118, 185, 265, 215],
    [28, 60, 36, 420, 195, 90],
    'cotton',
    [0.04, 0.15, 0.25, 0],
  ],
  fallow: [
    'crop',
    [72, 98, 128, 195, 275, 235],
    [60, 88, 105, 220, 260, 200],
    'brush',
    [0.04, 0.3, 0.2, 0],
  ],
  asphalt: [
    'built',
    [82, 92, 98, 118, 130, 122],
    [80, 90, 96, 120, 130, 120],
    'still',
    [0.05, 0, 0, 0.6],
  ],
  roofs: [
    'built',
    [175, 182, 190, 215, 225, 200],
    [175, 182, 190, 215, 225, 200],
    'still',
    [0.22, 0, 0, 0.3],
  ],
  suburb: [
    'built',
    [92, 102, 110, 170, 190, 160],
    [68, 82, 80, 270, 180, 125],
    'meadow',
    [0.22, 0.1, 0.05, 0.35],
  ],
  track: [
    'built',
    [98, 128, 160, 215, 285, 250],
    [92, 122, 150, 220, 280, 240],
    'still',
    [0.05, 0, 0, 0],
  ],
  marsh: [
    'open',
    [42, 58, 66, 150, 130, 80],
    [26, 55, 42, 260, 140, 66],
    'meadow',
    [0.09, 0.35, 0.02, 0.05],
  ],
  slash: [
    'bare',
    [48, 66, 80, 186, 227, 159],
    [32, 60, 52, 255, 205, 121],
    'meadow',
    [0.1, 0.1, 0, 0],
  ],
  char: [
    'bare',
    [34, 38, 44, 78, 142, 138],
    [32, 40, 42, 105, 148, 125],
    'meadow',
    [0.12, 0.1, 0, 0],
  ],
  panels: [
    'built',
    [82, 80, 78, 104, 150, 132],
    [82, 80, 78, 104, 150, 132],
    'still',
    [0.06, 0, 0, 0],
  ],
} as const satisfies Record<string, SurfaceRow>;
