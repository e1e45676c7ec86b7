import { keysOf } from '../members.ts';
import type { ChangeMethod, LandCover } from './run-kinds.ts';
import type { RunResult } from './runs.ts';

interface MethodText {
  readonly name: string;
  /** A sentence about what the method is good for. */
  readonly text: string;
}

/** In the order in which they are offered. */
export const methodTexts: Readonly<Record<ChangeMethod, MethodText>> = {
  automatic: {
    name: 'Automatic',
    text: 'Good for most questions: weighs all bands, learns from each pair of images what is mere season and haze, and finds its own threshold.',
  },
  irmad: {
    name: 'IR-MAD',
    text: 'Good for comparing with published work: the statistic that many studies use, with a threshold found in the data.',
  },
  lda: {
    name: 'Land cover (LDA)',
    text: 'Good for development in a known landscape, such as solar farms or well pads: published discriminants, fitted for one land cover each.',
  },
  ndvi: {
    name: 'Vegetation (NDVI)',
    text: 'Good for clearing and regrowth: looks at green vegetation alone, and takes the season for change, too.',
  },
  nbr: {
    name: 'Burn (NBR)',
    text: 'Good for fire scars: the burn ratio that fire services map with, in their classes of severity.',
  },
};

export const landCoverNames: Readonly<Record<LandCover, string>> = {
  scrub: 'Scrub',
  forest: 'Forest',
  desert: 'Desert',
  wetland: 'Wetland',
  grassland: 'Grassland',
};

export const methods = keysOf(methodTexts);
export const landCovers = keysOf(landCoverNames);

/** Names for people of bands that have short names in files. */
const bandNames: Readonly<Record<string, string>> = {
  nir: 'near infrared',
  swir1: 'short-wave infrared (1.6\u00a0µm)',
  swir2: 'short-wave infrared (2.2\u00a0µm)',
};

function bandName(band: string): string {
  return bandNames[band] ?? band;
}

/** A result's method and parameters as sentences. */
export function methodSentences({ method, parameters, bands, statistics, imagery }: RunResult) {
  const known = methods.find((each) => each === method);
  const { land_cover, window_days, smallest_patch_pixels, blank_mask_margins, scenes } = parameters;
  const isChosen = scenes.before !== undefined || scenes.after !== undefined;
  return [
    `Method: ${known ? methodTexts[known].name : method}${land_cover === null ? '' : `, land cover ${landCoverNames[land_cover].toLowerCase()}`}.`,
    `Compared in pixels of ${statistics.pixel_size_meters} m, by the bands ${bands.map(bandName).join(', ')}.`,
    `Scenes were looked for up to ${window_days} days before and after each date${isChosen ? ', among those chosen by hand' : ''}.`,
    `Patches of fewer than ${smallest_patch_pixels} pixels are left out.`,
    ...(blank_mask_margins
      ? ['Change beside clouds that looks like their rim or shadow counts as not observed.']
      : []),
    `Imagery: ${imagery.label}.`,
  ];
}
