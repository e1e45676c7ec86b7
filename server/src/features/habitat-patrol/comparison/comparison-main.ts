import { readFileSync } from 'node:fs';
import type { LaterFacts } from '@refugia/contract/habitat-patrol/later-facts.ts';
import type { RunComparison } from '@refugia/contract/habitat-patrol/run-comparison.ts';
import {
  type ComparedPatch,
  type ComparedRun,
  comparePatches,
  type PatchComparison,
  type PatchFate,
} from '@refugia/engine/analysis/result/patch-comparison.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { unobservedShare } from '@refugia/engine/analysis/result/unobserved-share.ts';
import { memorySource } from '@refugia/engine/source/memory-source.ts';
import { openTiff } from '@refugia/engine/tiff/index.ts';
import type { MultiPolygon, Polygon } from 'geojson';
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
  /** What is found out of its patches after the run, by their numbers. */
  readonly later: Readonly<Record<string, LaterFacts>>;
  /** The lengths of its patches and its change layer on standard input. */
  readonly bytes: { readonly patches: number; readonly layer: number };
}

/**
 * Compares the patches of two runs. The GeoJSON and then the change layer of each arrive on standard
 * input, those of the earlier run first. The result is null where their areas have no ground in common.
 */
export interface ComparisonProgram extends Program {
  readonly order: ComparisonOrder;
  readonly progress: never;
  readonly result: ComparisonResults[keyof ComparisonResults] | null;
}

serveOrder<ComparisonProgram>(async (order) => {
  let input = readFileSync(0);
  const take = (length: number) => {
    const taken = input.subarray(0, length);
    input = input.subarray(length);
    return taken;
  };
  const read = async ({ area, later, bytes }: OrderedRun): Promise<ComparedRun> => {
    const { features }: { features: PatchFeature[] } = JSON.parse(
      take(bytes.patches).toString('utf8'),
    );
    const layer = await openTiff(memorySource(take(bytes.layer)));
    return {
      area,
      patches: features.map((feature) => ({
        ...feature,
        properties: { ...feature.properties, ...later[feature.properties.id] },
      })),
      unobservedShare: (shape) => unobservedShare(layer, shape),
    };
  };
  const comparison = await comparePatches(await read(order.earlier), await read(order.later));
  if (comparison === undefined) return null;
  return order.format === 'lists' ? asLists(comparison, order) : asGeoJson(comparison, order);
});

function asLists(
  comparison: PatchComparison,
  { limit }: ComparisonOrder,
): ComparisonResults['lists'] {
  const list = (patches: readonly ComparedPatch[]) => patches.slice(0, limit).map(listed);
  const { same, sameEarlier, gone, hidden, elsewhere, commonHectares } = comparison;
  return {
    common_hectares: commonHectares,
    totals: {
      new: totalOf(comparison.new),
      gone: totalOf(gone),
      same: totalOf(same),
      same_earlier: totalOf(sameEarlier),
      shared_hectares: same.reduce((sum, { sharedHectares }) => sum + sharedHectares, 0),
      hidden: totalOf(hidden),
      elsewhere: totalOf(elsewhere),
    },
    new: list(comparison.new),
    gone: list(gone),
    same: list(same),
    hidden: list(hidden),
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
function asGeoJson(comparison: PatchComparison, { limit, ...runs }: ComparisonOrder): Buffer {
  const lists = [
    ['new', comparison.new],
    ['gone', comparison.gone],
    ['same', comparison.same],
    ['same_earlier', comparison.sameEarlier],
    ['hidden', comparison.hidden],
  ] as const;
  const features = lists.flatMap(([kind, patches]) =>
    patches.slice(0, limit).map(({ feature, run, hectares, matches, sharedHectares }) => ({
      ...feature,
      id: `${run}-${feature.properties.id}`,
      properties: {
        comparison: kind,
        run: runs[run].id,
        ...feature.properties,
        hectares: Number(hectares.toFixed(4)),
        matches: matches.join(', '),
        shared_hectares: Number(sharedHectares.toFixed(4)),
      },
    })),
  );
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}
