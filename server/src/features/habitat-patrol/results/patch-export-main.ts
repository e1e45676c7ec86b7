import { readFileSync } from 'node:fs';
import type { LaterFacts } from '@refugia/contract/habitat-patrol/later-facts.ts';
import {
  type PatchFeature,
  writePatchFormat,
} from '@refugia/engine/analysis/result/patch-files.ts';
import type { Program } from '../../../platform/processes/program.ts';
import { serveOrder } from '../../../platform/processes/serve-order.ts';

/** The columns of a file for the verdict that counts for a patch. */
export interface VerdictColumns {
  readonly verdict: string;
  readonly note: string;
  /** The name of the account, or `visitor`. */
  readonly judged_by: string;
}

export interface PatchExportOrder {
  readonly format: keyof typeof writePatchFormat;
  /** By the number of the patch. */
  readonly verdicts: Readonly<Record<string, VerdictColumns>>;
  /** What is found out after the run, by the number of the patch; none where nothing is known. */
  readonly later: Readonly<Record<string, LaterFacts>>;
}

/** Writes the patches of a run, which arrive as GeoJSON on standard input, with their verdicts. */
export interface PatchExportProgram extends Program {
  readonly order: PatchExportOrder;
  readonly progress: never;
  readonly result: Uint8Array;
}

const unjudged: VerdictColumns = { verdict: '', note: '', judged_by: '' };

serveOrder<PatchExportProgram>(({ format, verdicts, later }) => {
  // Files of undated runs have no columns for what is found out after the run.
  const undated =
    Object.keys(later).length > 0
      ? { first_seen: '', last_unchanged: '', later_changed: '', later_seen: '' }
      : {};
  const stored: { features: PatchFeature[] } = JSON.parse(readFileSync(0, 'utf8'));
  const features = stored.features.map((feature) => ({
    ...feature,
    properties: {
      ...feature.properties,
      ...undated,
      ...later[feature.properties.id],
      ...(verdicts[feature.properties.id] ?? unjudged),
    },
  }));
  return Buffer.from(writePatchFormat[format](features));
});
