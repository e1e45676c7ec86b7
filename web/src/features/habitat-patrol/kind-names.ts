import type { ChangeKind } from '@refugia/contract/habitat-patrol.ts';

/** What a person calls the kinds of change. */
export const kindNames: Readonly<Record<ChangeKind, string>> = {
  vegetation_loss: 'Vegetation lost',
  vegetation_gain: 'Vegetation gained',
  burn: 'Burn',
  water: 'Water',
  built_up: 'Built up',
  other: 'Other change',
};
