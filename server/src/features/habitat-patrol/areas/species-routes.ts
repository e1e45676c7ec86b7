import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import {
  criticalHabitatSchema,
  speciesAmbiguousSchema,
  speciesAreaQuerySchema,
  speciesFailureSchema,
  speciesIdSchema,
  speciesListSchema,
  speciesRangeSchema,
  speciesRecordSchema,
} from '@refugia/contract/species.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { answerNotModified, isKnown } from '../../../platform/http/conditional.ts';
import type { Platform } from '../../../platform/platform.ts';
import { rangeOf } from '../../../services/species/county-range.ts';
import { type SpeciesListing, SpeciesService } from '../../../services/species/species.ts';
import { forAnybody, withoutToken } from '../runs/run-context.ts';

const { noRangeFound, noSpeciesInformation } = messages.habitatPatrol;
/** What can be done about critical habitat that there is none of. */
const withoutHabitat =
  'You can draw the area, upload a file of it, or take the range of the species; whoever runs this site can import critical habitat.';
/** Browsers ask again for an unchanged answer after this time. */
const cacheControl = 'public, max-age=3600';
const speciesParamsSchema = z.object({ speciesID: speciesIdSchema });

/**
 * Registers the list of species, their ranges and critical habitat as areas, and their
 * descriptions.
 */
export function registerSpecies(app: App, { config, database, log }: Platform): void {
  const species = new SpeciesService(database.orm, config.species, log);
  registerList(app, species);
  registerAreas(app, species);
  registerRecords(app, species);
}

function registerList(app: App, species: SpeciesService): void {
  app.put(
    '/api/changedetection/aoi',
    forAnybody('The species whose range or critical habitat can be found', {
      response: { 200: speciesListSchema },
    }),
    async (_, reply) => sendList(reply, await species.describeAll()),
  );

  app.get(
    '/api/species',
    withoutToken('The same list, to be kept by browsers', {
      response: { 200: speciesListSchema, 304: z.null() },
    }),
    async (request, reply) => {
      const all = await species.describeAll();
      if (hasVersion(request, reply, all.version)) return answerNotModified(reply);
      return sendList(reply, all);
    },
  );
}

/** Sends the JSON text as it is. A schema would check and serialize it again for each caller. */
function sendList(reply: FastifyReply, { json }: SpeciesListing): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

function registerAreas(app: App, species: SpeciesService): void {
  app.get(
    '/api/changedetection/aoi',
    forAnybody("A species' range or critical habitat", {
      description:
        'A range is the union of counties; critical habitat comes from the federal service, or is what an administrator imported.',
      querystring: speciesAreaQuerySchema,
      response: {
        200: z.union([speciesRangeSchema, criticalHabitatSchema]),
        400: apiErrorSchema,
        404: speciesFailureSchema,
        409: speciesAmbiguousSchema,
      },
    }),
    async (request, reply) => {
      const { species: name, type } = request.query;
      const found = species.list.byName(name);
      const [chosen, ...others] = found;
      if (chosen === undefined) {
        return reply.code(404).send({ error: noRangeFound, code: 'species_unknown' });
      }
      if (others.length > 0) {
        return reply.code(409).send({
          error: `${found.length} species are called "${chosen.common_name}". Choose one by its scientific name.`,
          code: 'species_ambiguous',
          choices: await species.describe(found),
        });
      }
      if (type === 'species_range') return rangeOf(chosen);
      const habitat = await species.habitatOf(chosen);
      if (habitat.kind === 'found') return [...habitat.shapes];
      return reply.code(404).send({
        error: noRangeFound,
        code: habitat.kind === 'none' ? 'habitat_not_found' : 'habitat_service_failed',
        reason: `${habitat.reason} ${withoutHabitat}`,
      });
    },
  );
}

function registerRecords(app: App, species: SpeciesService): void {
  app.get(
    '/api/species/:speciesID',
    withoutToken(
      "A species' names, status and picture, as rows of the federal catalogue's export",
      {
        params: speciesParamsSchema,
        response: { 200: speciesRecordSchema, ...errorReplies(400, 404) },
      },
    ),
    async (request, reply) => {
      const known = species.list.byId(request.params.speciesID);
      if (known === undefined) {
        return reply.code(404).send({ error: noSpeciesInformation, code: 'species_unknown' });
      }
      return await species.recordOf(known);
    },
  );

  app.get(
    '/api/species/:speciesID/picture',
    withoutToken("A species' picture, where the federal catalogue has one", {
      params: speciesParamsSchema,
      response: {
        200: binaryReply('At most 640 pixels wide and high.', 'image/webp'),
        304: z.null(),
        ...errorReplies(400, 404),
      },
    }),
    async (request, reply) => {
      const known = species.list.byId(request.params.speciesID);
      const picture = known && (await species.pictureOf(known));
      if (!picture) {
        return reply.code(404).send({ error: noSpeciesInformation, code: 'picture_not_found' });
      }
      if (hasVersion(request, reply, picture.version)) return answerNotModified(reply);
      return reply.type('image/webp').send(picture.bytes);
    },
  );
}

/** Sets the headers of a reply that may be kept; true when the caller has this version already. */
function hasVersion(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  const etag = `"${version}"`;
  reply.header('cache-control', cacheControl).header('etag', etag);
  return isKnown(request, etag);
}
