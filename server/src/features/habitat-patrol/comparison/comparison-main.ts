import { readFileSync } from 'node:fs';
import type { RunComparison } from '@refugia/contract/habitat-patrol/run-comparison.ts';
import {
  type ComparedPatch,
  type ComparedRun,
  comparePatches,
  type PatchComparison,
  type PatchFate,
} from '@refugia/engine/analysis/result/patch-comparison.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { Program } from '../../../platform/processes/program.ts';
import { serveOrder } from '../../../platform/processes/serve-order.ts';

/** A patch without its outline. */
export type ListedPatch = Omit<ComparedPatch, 'feature'> & {
  readonly feature: Pick<ComparedPatch['feature'], 'bbox' | 'properties'>;
};

export interface ComparisonResults {
  readonly lists: Pick<RunComparison, 'common_hectares' | 'totals'> & {
    readonly [Fate in PatchFate]: readonly ListedPatch[];
  };
  readonly geojson: Uint8Array;
}

export interface ComparisonOrder {
  readonly format: keyof ComparisonResults;
  /** The most patches of each kind. */
  readonly limit: number;
  readonly earlier: OrderedRun;
  readonly later: OrderedRun;
}

interface OrderedRun {
  readonly id: string;
  readonly area: Polygon | MultiPolygon;
  /** The length of its patches on standard input. */
  readonly bytes: number;
}

/**
 * Compares the patches of two runs, whose GeoJSON arrives on standard input, that of the earlier run
 * first. The result is null where their areas have no ground in common.
 */
export interface ComparisonProgram extends Program {
  readonly order: ComparisonOrder;
  readonly progress: never;
  readonly result: ComparisonResults[keyof ComparisonResults] | null;
}

serveOrder<ComparisonProgram>((order) => {
  const input = readFileSync(0);
  const read = ({ area }: OrderedRun, bytes: Buffer): ComparedRun => {
    const { features } = JSON.parse(bytes.toString('utf8')) as FeatureCollection;
    return { area, patches: features as PatchFeature[] };
  };
  const { earlier, later } = order;
  const comparison = comparePatches(
    read(earlier, input.subarray(0, earlier.bytes)),
    read(later, input.subarray(earlier.bytes)),
  );
  if (comparison === undefined) return null;
  return order.format === 'lists' ? asLists(comparison, order) : asGeoJson(comparison, order);
});

function asLists(
  comparison: PatchComparison,
  { limit }: ComparisonOrder,
): ComparisonResults['lists'] {
  const list = (patches: readonly ComparedPatch[]) => patches.slice(0, limit).map(listed);
  const { same, sameEarlier, gone, elsewhere, commonHectares } = comparison;
  return {
    common_hectares: commonHectares,
    totals: {
      new: totalOf(comparison.new),
      gone: totalOf(gone),
      same: totalOf(same),
      same_earlier: totalOf(sameEarlier),
      shared_hectares: same.reduce((sum, { sharedHectares }) => sum + sharedHectares, 0),
      elsewhere: totalOf(elsewhere),
    },
    new: list(comparison.new),
    gone: list(gone),
    same: list(same),
  };
}

function totalOf(patches: readonly ComparedPatch[]): { patches: number; hectares: number } {
  const hectares = patches.reduce((sum, patch) => sum + patch.hectares, 0);
  return { patches: patches.length, hectares };
}

function listed({ feature: { bbox, properties }, ...figures }: ComparedPatch): ListedPatch {
  return { feature: { bbox, properties }, ...figures };
}

/** GeoJSON of all patches that are compared, each with what became of it and the id of its run. */
function asGeoJson(
  comparison: PatchComparison,
  { limit, earlier, later }: ComparisonOrder,
): Buffer {
  const lists = [
    ['new', later, comparison.new],
    ['gone', earlier, comparison.gone],
    ['same', later, comparison.same],
    ['same_earlier', earlier, comparison.sameEarlier],
  ] as const;
  const features = lists.flatMap(([kind, run, patches]) =>
    patches.slice(0, limit).map(({ feature, hectares, matches, sharedHectares }) => ({
      ...feature,
      id: `${kind}-${feature.properties.id}`,
      properties: {
        comparison: kind,
        run: run.id,
        ...feature.properties,
        hectares: Number(hectares.toFixed(4)),
        matches: matches.join(', '),
        shared_hectares: Number(sharedHectares.toFixed(4)),
      },
    })),
  );
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}
