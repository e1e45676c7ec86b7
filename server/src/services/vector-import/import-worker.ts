import { readFileSync } from 'node:fs';
import type { FileFact } from '@refugia/engine/facts/file-facts.ts';
import type { AreaOfFile, AreaOptions } from '@refugia/engine/vector/area/area-of-file.ts';
import type { VectorLimits } from '@refugia/engine/vector/budget.ts';
import { readVector } from '@refugia/engine/vector/read-vector.ts';
import { VectorError } from '@refugia/engine/vector/report.ts';
import type { Program } from '../../platform/processes/program.ts';
import { serveOrder } from '../../platform/processes/serve-order.ts';
import {
  type FeatureBatch,
  FeatureBatches,
  type FeatureOptions,
  type ImportedLayers,
} from './feature-batches.ts';

/** The order to the process. The file comes on standard input. */
export interface ImportOrder {
  readonly fileName: string;
  /** Whether the polygons are wanted as one area, or all features as they are. */
  readonly wanted:
    | { readonly kind: 'area'; readonly options: AreaOptions }
    | { readonly kind: 'features'; readonly options: FeatureOptions };
}

export type ImportAnswer =
  | { readonly kind: 'area'; readonly area: AreaOfFile }
  | { readonly kind: 'features'; readonly layers: ImportedLayers }
  | { readonly kind: 'refused'; readonly fact: FileFact };

export interface ImportProgram extends Program {
  readonly order: ImportOrder;
  readonly progress: FeatureBatch;
  readonly result: ImportAnswer;
}

/**
 * Limits for a file with many features. Each position is an object in memory, with lists around it.
 * The text in an archive of ten megabytes is often ten times as long.
 */
function limitsFor({ maxFeatures, maxPositions }: FeatureOptions): Partial<VectorLimits> {
  return {
    features: maxFeatures,
    positions: maxPositions,
    unpackedBytes: 250_000_000,
    textBytes: 120_000_000,
    jsonContainers: maxPositions + 6 * maxFeatures,
    xmlElements: 5_000_000,
    values: 5_000_000,
    comparisons: 100_000_000,
    sweepSteps: 400_000_000,
  };
}

async function answer(
  { fileName, wanted }: ImportOrder,
  tell: (batch: FeatureBatch) => void,
): Promise<ImportAnswer> {
  const bytes = readFileSync(0);
  try {
    if (wanted.kind === 'area') {
      // The module is loaded only here, because loading what unites polygons takes as long as
      // reading a small file of features.
      const { areaOfFile } = await import('@refugia/engine/vector/area/area-of-file.ts');
      return { kind: 'area', area: areaOfFile(readVector(bytes, fileName), wanted.options) };
    }
    const { options } = wanted;
    const batches = new FeatureBatches(options, tell);
    const imported = readVector(bytes, fileName, limitsFor(options), (feature, layer) =>
      batches.add(feature, layer),
    );
    return { kind: 'features', layers: batches.finish(imported) };
  } catch (error) {
    if (error instanceof VectorError) return { kind: 'refused', fact: error.fact };
    throw error;
  }
}

serveOrder<ImportProgram>(answer);
