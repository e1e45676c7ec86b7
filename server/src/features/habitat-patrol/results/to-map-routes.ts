import {
  patchesOnMapSchema,
  patchesToMapSchema,
} from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { MapIntake } from '../../../services/map-intake/map-intake.ts';
import { factsAfterRun } from '../runs/dating-queries.ts';
import { type FinishedRun, forAnybody, idSchema, type RunContext } from '../runs/run-context.ts';
import { nameOf } from '../runs/run-description.ts';
import { findCounted, type StoredVerdict } from '../runs/verdict-queries.ts';
import { readRunPatches, withLaterFacts } from './stored-patches.ts';

/** Registers the call that adds patches of change to a collaborative map. */
export function registerToMap(
  app: App,
  { platform, requireResult }: RunContext,
  maps: MapIntake,
): void {
  const { storage, database, config } = platform;

  app.post(
    '/api/changedetection/runs/:id/patches/to-map',
    forAnybody('Add patches of change to a map of your own, or propose them to one that you edit', {
      description:
        'The patches become features with their figures, verdict and note as attributes and a link back to the result. All of them are one step of the map, or one proposal.',
      params: idSchema,
      body: patchesToMapSchema,
      response: { 200: patchesOnMapSchema, ...errorReplies(400, 401, 403, 404, 409) },
    }),
    async (request, reply) => {
      const { mapID, patches: numbers } = request.body;
      const run = await requireResult(request.params.id);
      const counted = await findCounted(database.orm, run);
      const later = await factsAfterRun(database.orm, run.id);
      const wanted = new Set(numbers);
      const limit = Math.max(...wanted);
      const listed = await readRunPatches(storage, run.id, { offset: 0, limit });
      const patches = listed.filter(({ properties }) => wanted.has(properties.id));
      if (patches.length < wanted.size) {
        throw new ApiFailure(
          404,
          'patch_not_found',
          'This analysis has no patch with one of these numbers. Nothing was added.',
        );
      }
      const features = patches.map((patch) => ({
        geometry: patch.geometry,
        properties: attributesOf(run, withLaterFacts(patch, later), {
          counted: counted.get(patch.properties.id),
          publicUrl: config.publicUrl,
        }),
      }));
      const note = `${patches.length === 1 ? '1 patch' : `${patches.length} patches`} of change: ${nameOf(run)}`;
      return await maps.add({ request, reply }, { mapId: mapID, features, note });
    },
  );
}

function attributesOf(
  { id, result }: FinishedRun,
  { properties }: PatchFeature,
  { counted, publicUrl }: { counted: StoredVerdict | undefined; publicUrl: string },
) {
  const { id: number, longitude: _longitude, latitude: _latitude, ...facts } = properties;
  const { kind, severity } = facts;
  return {
    name: `Patch ${number}: ${patchName(kind, severity)}`,
    ...facts,
    before: result.before_date,
    after: result.after_date,
    ...(counted?.verdict && { verdict: counted.verdict }),
    ...(counted?.note && { note: counted.note }),
    result: `${publicUrl}/apps/habitatpatrol/map?run=${id}&patch=${number}`,
  };
}
