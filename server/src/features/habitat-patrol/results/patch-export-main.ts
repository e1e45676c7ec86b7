import { readFileSync } from 'node:fs';
import {
  type PatchFeature,
  writePatchFormat,
} from '@refugia/engine/analysis/result/patch-files.ts';
import type { Program } from '../../../platform/processes/program.ts';
import { serveOrder } from '../../../platform/processes/serve-order.ts';

/** What counts of what people said of a patch, as files tell it. */
export interface ToldVerdict {
  readonly verdict: string;
  readonly note: string;
  /** The name of the account, or `visitor`. */
  readonly judged_by: string;
}

export interface PatchExportOrder {
  readonly format: keyof typeof writePatchFormat;
  /** By the number of the patch. */
  readonly verdicts: Readonly<Record<string, ToldVerdict>>;
  /** When patches changed, by the number of the patch; none where nothing is known. */
  readonly dates: Readonly<Record<string, ToldDates>>;
}

/** Dates as YYYY-MM-DD. They are missing where no scene tells them. */
export interface ToldDates {
  readonly first_seen?: string;
  readonly last_unchanged?: string;
}

/** Writes the patches of a run, which arrive as GeoJSON on standard input, with their verdicts. */
export interface PatchExportProgram extends Program {
  readonly order: PatchExportOrder;
  readonly progress: never;
  readonly result: Uint8Array;
}

const unjudged: ToldVerdict = { verdict: '', note: '', judged_by: '' };

serveOrder<PatchExportProgram>(({ format, verdicts, dates }) => {
  // Files of undated runs have no columns for dates.
  const undated = Object.keys(dates).length > 0 ? { first_seen: '', last_unchanged: '' } : {};
  const stored: { features: PatchFeature[] } = JSON.parse(readFileSync(0, 'utf8'));
  const features = stored.features.map((feature) => ({
    ...feature,
    properties: {
      ...feature.properties,
      ...undated,
      ...dates[feature.properties.id],
      ...(verdicts[feature.properties.id] ?? unjudged),
    },
  }));
  return Buffer.from(writePatchFormat[format](features));
});
