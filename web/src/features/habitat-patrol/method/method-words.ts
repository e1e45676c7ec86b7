import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { landCoverNames, methodTexts } from '../state/method-texts.ts';
import type { ChangeMethod } from '../state/patrol-state.ts';

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
export function methodSentences({
  method,
  parameters,
  bands,
  statistics,
  imagery,
}: AnalysisResult) {
  const known = methodTexts[method as ChangeMethod];
  const { land_cover, window_days, smallest_patch_pixels, blank_mask_margins, scenes } = parameters;
  const isChosen = scenes.before !== undefined || scenes.after !== undefined;
  return [
    `Method: ${known?.name ?? method}${land_cover === null ? '' : `, land cover ${landCoverNames[land_cover].toLowerCase()}`}.`,
    `Compared in pixels of ${statistics.pixel_size_meters} m, by the bands ${bands.map(bandName).join(', ')}.`,
    `Scenes were looked for up to ${window_days} days before and after each date${isChosen ? ', among those chosen by hand' : ''}.`,
    `Patches of fewer than ${smallest_patch_pixels} pixels are left out.`,
    ...(blank_mask_margins
      ? ['Change beside clouds that looks like their rim or shadow counts as not observed.']
      : []),
    `Imagery: ${imagery.label}.`,
  ];
}
