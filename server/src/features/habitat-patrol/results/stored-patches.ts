import { buffer } from 'node:stream/consumers';
import type { LaterFacts } from '@refugia/contract/habitat-patrol/later-facts.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { type PatchFeature, readPatches } from '@refugia/engine/analysis/result/patch-files.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readStored, streamText } from '../../../platform/storage/stored-source.ts';
import { codeOf } from '../../../platform/thrown.ts';
import type { FactsAfterRun } from '../runs/dating-queries.ts';
import { storedName } from '../runs/run-folders.ts';
import { fileRemoved } from './result-files.ts';

/**
 * Reads some of a run's patches from its file, the largest first.
 * @throws {ApiFailure} 404 when the file is not there
 */
export function readRunPatches(
  storage: Pick<Storage, 'locate'>,
  runId: string,
  range: { offset: number; limit: number },
): Promise<PatchFeature[]> {
  const location = storage.locate(storedName(runId), resultFileNames.patches);
  return readPatches(streamText(location), range).catch(orRemoved);
}

/**
 * Reads a run's file of patches, or its change layer.
 * @throws {ApiFailure} 404 when it is not there
 */
export const readRunFile = (
  storage: Pick<Storage, 'locate'>,
  runId: string,
  file: 'patches' | 'change',
): Promise<Buffer> =>
  buffer(readStored(storage.locate(storedName(runId), resultFileNames[file]))).catch(orRemoved);

function orRemoved(error: unknown): never {
  throw codeOf(error) === 'ENOENT' ? fileRemoved() : error;
}

/**
 * Reads one of a run's patches by its number.
 * @throws {ApiFailure} 404 when the run lists no such patch
 */
export async function requirePatch(
  storage: Pick<Storage, 'locate'>,
  runId: string,
  number: number,
): Promise<PatchFeature> {
  const [feature] = await readRunPatches(storage, runId, { offset: number - 1, limit: 1 });
  if (feature) return feature;
  throw new ApiFailure(404, 'patch_not_found', 'This analysis has no patch with this number.');
}

/** A patch with what is found out after its run. */
export function withLaterFacts(
  feature: PatchFeature,
  later: FactsAfterRun,
): PatchFeature & { readonly properties: LaterFacts } {
  const { properties } = feature;
  return { ...feature, properties: { ...properties, ...later.get(properties.id) } };
}

/** Describes a patch for the API, with what is found out after its run. */
export function describePatch(
  { bbox, properties }: Pick<PatchFeature, 'bbox' | 'properties'>,
  later?: FactsAfterRun,
): RunPatch {
  const { longitude, latitude, ...facts } = properties;
  return {
    ...facts,
    ...later?.get(properties.id),
    bbox: eastwards(bbox),
    centroid: [longitude, latitude],
  };
}

/**
 * The box of a patch with an east that is never less than its west. By RFC 7946, west is greater
 * than east when the box in the file crosses the antimeridian.
 */
export function eastwards([west, south, east, north]: PatchFeature['bbox']): RunPatch['bbox'] {
  return [west, south, east < west ? east + 360 : east, north];
}
