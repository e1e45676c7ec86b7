import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { fetchLayer, projectCalls } from '../calls/calls.ts';
import { valuedLayers } from '../state/combination.ts';
import { type MapLayer, matchLayers } from '../state/map-layer.ts';

/** Fetches the valued layers of another project. Their labels name the project, too. */
export async function borrowLayers(
  projectId: number,
  signal?: AbortSignal,
): Promise<readonly MapLayer[]> {
  const [{ title }, layers, rasters, valued] = await Promise.all([
    projectCalls.fetchProject(projectId, signal),
    projectCalls.fetchLayers(projectId, signal),
    projectCalls.fetchRasters(projectId, signal),
    projectCalls.fetchValuedRasters(projectId, signal),
  ]);
  return valuedLayers(matchLayers(layers, rasters, valued)).map((entry) => ({
    ...entry,
    layer: { ...entry.layer, label: `${entry.layer.label} (${title})` },
  }));
}

/** Fetches the layers of other projects that take part in a combination. Some may be deleted. */
export async function fetchBorrowed(
  combination: Combination,
  own: readonly MapLayer[],
  signal: AbortSignal,
): Promise<readonly MapLayer[]> {
  const ids = combination.layers.map(({ data_layer }) => data_layer);
  const foreign = ids.filter((id) => !own.some(({ layer }) => layer.id === id));
  const projects = await Promise.all(foreign.map((id) => projectOf(id, signal)));
  const known = [...new Set(projects.filter((id) => id !== null))];
  const layers = await Promise.all(known.map((id) => borrowLayers(id, signal)));
  return layers.flat().filter(({ layer }) => ids.includes(layer.id));
}

async function projectOf(layerId: number, signal: AbortSignal): Promise<number | null> {
  try {
    return (await fetchLayer(layerId, signal)).project;
  } catch (error) {
    if (error instanceof RequestRefusedError && error.status === 404) return null;
    throw error;
  }
}
