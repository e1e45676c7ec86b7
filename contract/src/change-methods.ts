import type { ChangeMethod, LandCover } from '@refugia/engine/change/options.ts';

/** What a screen says of a method. */
export interface MethodText {
  readonly name: string;
  /** One sentence: what it is good for, and what it is not. */
  readonly goodFor: string;
}

export const methodTexts: Readonly<Record<ChangeMethod, MethodText>> = {
  automatic: {
    name: 'Automatic',
    goodFor:
      'The best choice for most areas: it finds lasting change of any kind, needs no settings, and says so when nothing has changed.',
  },
  irmad: {
    name: 'IR-MAD',
    goodFor:
      'The published statistic alone, to compare with other studies: sensitive to any change, also to seasons and thin haze.',
  },
  lda: {
    name: 'Linear discriminants by land cover',
    goodFor:
      'The published method of Evans and Malcom (2021): good where the whole area is of the land cover that you choose, misleading where it is not.',
  },
  ndvi: {
    name: 'NDVI difference',
    goodFor:
      'Vegetation that was lost or grew, on two dates of one season: simple and easy to explain, blind to change without plants.',
  },
  nbr: {
    name: 'NBR difference',
    goodFor:
      'Burned ground and felled forest, on two dates of one season: the usual map of burn severity, blind to most other change.',
  },
};

export const landCoverTexts: Readonly<Record<LandCover, string>> = {
  forest: 'Forest',
  scrub: 'Scrub',
  desert: 'Desert',
  wetland: 'Wetland',
  grassland: 'Grassland',
};
