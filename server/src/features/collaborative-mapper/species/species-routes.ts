import { randomUUID } from 'node:crypto';
import {
  occurrenceSearchQuerySchema,
  occurrenceSearchSchema,
  speciesRangeImportSchema,
  speciesRangeQuerySchema,
  uploadReplySchema,
} from '@refugia/contract/collaborative-mapper/layers.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { keysOf } from '@refugia/contract/members.ts';
import { messages } from '@refugia/contract/messages.ts';
import {
  speciesAmbiguousSchema,
  speciesFailureSchema,
  speciesRangeSchema,
} from '@refugia/contract/species.ts';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import { rangeOf } from '../../../services/species/county-range.ts';
import { OccurrenceService } from '../../../services/species/occurrences/occurrences.ts';
import { SpeciesService } from '../../../services/species/species.ts';
import type { SpeciesFacts } from '../../../services/species/species-list.ts';
import { boxText } from '../../../services/vector-import/box-text.ts';
import { importLayers } from '../layers/import-layers.ts';
import { describeImport } from '../layers/upload-routes.ts';
import { changeMap } from '../log/map-changes.ts';
import { authorOf, requireEditor } from '../maps/access.ts';
import { generalCalls, type MapContext } from '../maps/map-context.ts';

const { collaborativeMapper: sentences, habitatPatrol } = messages;
const lookupResponses = {
  ...errorReplies(400, 401, 403),
  404: z.union([speciesFailureSchema, apiErrorSchema]),
  409: z.union([speciesAmbiguousSchema, apiErrorSchema]),
  429: apiErrorSchema,
};

/** Registers the routes for species' ranges as layers, and for where species were observed. */
export function registerMapSpecies(app: App, context: MapContext): void {
  const { config, database, log } = context.platform;
  const species = new SpeciesService(database.orm, config.species, log);
  const occurrences = new OccurrenceService(database.orm, config.species, {
    list: species.list,
    log,
  });
  registerRanges(app, context, species);
  registerOccurrences(app, occurrences, context.platform);
}

async function ambiguous(service: SpeciesService, all: readonly SpeciesFacts[]) {
  return {
    error: `${all.length} species are called "${all[0]?.common_name}". Choose one by its scientific name.`,
    code: 'species_ambiguous',
    choices: await service.describe(all),
  };
}

function registerRanges(app: App, context: MapContext, service: SpeciesService): void {
  app.get(
    '/api/rrm/species_range',
    generalCalls.forAnybody('The shapes of the range of a species', {
      querystring: speciesRangeQuerySchema,
      response: { 200: speciesRangeSchema, ...lookupResponses },
    }),
    async (request, reply) => {
      await context.platform.sessions.optional(request);
      const found = service.list.byName(request.query.species);
      const [species] = found;
      if (!species) {
        return reply.code(404).send({ error: habitatPatrol.noRangeFound, code: 'species_unknown' });
      }
      if (found.length > 1) return reply.code(409).send(await ambiguous(service, found));
      return rangeOf(species);
    },
  );
  registerImport(app, context, service);
}

function registerImport(app: App, context: MapContext, service: SpeciesService): void {
  const { orm, read } = context;

  app.post(
    '/api/rrm/species_range',
    generalCalls.forAccounts('Add the range of a species to a map that you edit, as a layer', {
      body: speciesRangeImportSchema,
      response: { 200: uploadReplySchema, ...lookupResponses },
    }),
    async (request, reply) => {
      const { mapID, species: name } = request.body;
      const access = await read(request, mapID);
      if (!access.account) {
        throw new ApiFailure(401, 'not_authenticated', sentences.visitorRangeImport);
      }
      requireEditor(access);
      const found = service.list.byName(name);
      const [species] = found;
      if (!species) {
        const reason = habitatPatrol.noRangeFound;
        return reply
          .code(404)
          .send({ error: sentences.rangeImportFailed, code: 'species_unknown', reason });
      }
      if (found.length > 1) return reply.code(409).send(await ambiguous(service, found));
      const about = await describeSpecies(service, species);
      const range = rangeOf(species);
      const layerName = `Range of ${range.common_name}`;
      const rows = rowsOf(range);
      const finished = await importLayers(context, {
        mapId: mapID,
        author: authorOf(access, request, reply),
        isApproximate: true,
        read: async (onBatch) => {
          onBatch({ layer: 0, layerName, rows: JSON.stringify(rows) });
          const fields = ['common_name', 'scientific_name', 'note'].map((key) => ({
            key,
            type: 'text' as const,
          }));
          return {
            layers: [{ index: 0, name: layerName, fields, featureCount: rows.length }],
            skipped: [],
            notes: [range.note, range.source],
          };
        },
        alongside: async (edit) => {
          for (const attribute of keysOf(about)) {
            await changeMap(edit, attribute, about[attribute]);
          }
        },
      });
      return await describeImport({ orm }, mapID, finished);
    },
  );
}

/** The facts about a species that the map stores. */
async function describeSpecies(service: SpeciesService, species: SpeciesFacts) {
  const record = await service.recordOf(species);
  const [row] = record.data;
  return {
    species: species.common_name,
    species_sci: species.scientific_name,
    species_tax: species.group,
    species_desc: row?.[2] ?? species.status,
    species_img: row?.[9] ?? null,
  };
}

/** A range as rows of a layer. Each separate part of the range becomes a feature. */
function rowsOf({ common_name, scientific_name, note, geometries }: ReturnType<typeof rangeOf>) {
  const properties = { common_name, scientific_name, note };
  return geometries
    .flat()
    .map((geometry) => ({ id: randomUUID(), geometry, properties, box: boxText(geometry) }));
}

function registerOccurrences(app: App, occurrences: OccurrenceService, platform: Platform): void {
  const checkSearches = createCallerLimitCheck(app, platform, 'occurrenceSearchesPerMinute');
  const checkTiles = createCallerLimitCheck(app, platform, 'occurrenceTilesPerMinute');

  app.get(
    '/api/rrm/gbif',
    {
      ...generalCalls.forAnybody('Species by name, to show where they were seen', {
        querystring: occurrenceSearchQuerySchema,
        response: { 200: occurrenceSearchSchema, ...errorReplies(404, 429) },
      }),
      onRequest: checkSearches,
    },
    async (request) => {
      const { q } = request.query;
      const found = q === '' ? null : await occurrences.search(q);
      if (found) return found;
      throw new ApiFailure(404, 'species_unknown', sentences.occurrenceSearchFailed);
    },
  );

  app.get(
    '/tiles/occurrences/:taxonKey/:z/:x/:y.png',
    {
      ...generalCalls.withoutToken('Where a species was seen: hexagons on a transparent tile', {
        params: z.object({
          taxonKey: z.coerce.number().int().min(1).max(2_147_483_647),
          z: z.coerce.number().int().min(0).max(20),
          x: z.coerce.number().int().min(0),
          y: z.coerce.number().int().min(0),
        }),
        response: {
          200: binaryReply('512 pixels wide and high.', 'image/png'),
          204: z.null(),
          ...errorReplies(400, 404, 429),
        },
      }),
      onRequest: checkTiles,
    },
    async (request, reply) => {
      const { taxonKey, ...tile } = request.params;
      if (Math.max(tile.x, tile.y) >= 2 ** tile.z) {
        throw new ApiFailure(404, 'tile_not_found', 'There is no such tile.');
      }
      const picture = await occurrences.tile(taxonKey, tile);
      if (!picture)
        throw new ApiFailure(404, 'tile_not_found', 'Nothing is known of this species.');
      reply.header('cache-control', 'public, max-age=86400');
      if (picture.length === 0) return reply.code(204).send(null);
      return reply.type('image/png').send(picture);
    },
  );
}
