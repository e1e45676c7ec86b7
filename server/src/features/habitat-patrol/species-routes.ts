import { createHash } from 'node:crypto';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { messages } from '@refugia/contract/messages.ts';
import {
  criticalHabitatSchema,
  type Species,
  speciesAmbiguousSchema,
  speciesAreaQuerySchema,
  speciesFailureSchema,
  speciesListSchema,
  speciesRangeSchema,
} from '@refugia/contract/species.ts';
import { z } from 'zod';
import type { App } from '../../platform/http/app.ts';
import { rangeOf } from '../../services/species/county-range.ts';
import { embeddedSpecies, type SpeciesFacts } from '../../services/species/species-list.ts';

const tags = ['habitat patrol'];

/** Species to choose from, and their ranges and critical habitat as areas of interest. */
export function registerSpecies(app: App): void {
  const list = embeddedSpecies();
  const describeAll = () => list.all.map(describe);

  app.put(
    '/api/changedetection/aoi',
    {
      schema: {
        tags,
        summary: 'The species whose range or critical habitat can be found',
        security: [{ token: [] }, {}],
        response: { 200: speciesListSchema },
      },
    },
    () => describeAll(),
  );

  app.get(
    '/api/species',
    {
      schema: {
        tags,
        summary: 'The same list, to be kept by browsers',
        response: { 200: speciesListSchema, 304: z.null() },
      },
    },
    async (request, reply) => {
      const all = describeAll();
      const hash = createHash('sha256').update(JSON.stringify(all)).digest('base64url');
      const etag = `"${hash.slice(0, 27)}"`;
      reply.header('cache-control', 'public, max-age=3600').header('etag', etag);
      const known = (request.headers['if-none-match'] ?? '').split(/\s*,\s*/);
      if (known.includes(etag) || known.includes(`W/${etag}`)) return reply.code(304).send(null);
      return reply.send(all);
    },
  );

  app.get(
    '/api/changedetection/aoi',
    {
      schema: {
        tags,
        summary: "A species' range or critical habitat",
        security: [{ token: [] }, {}],
        querystring: speciesAreaQuerySchema,
        response: {
          200: z.union([speciesRangeSchema, criticalHabitatSchema]),
          400: apiErrorSchema,
          404: speciesFailureSchema,
          409: speciesAmbiguousSchema,
        },
      },
    },
    async (request, reply) => {
      const { species: name, type } = request.query;
      const found = list.byName(name);
      const [species, ...others] = found;
      if (species === undefined) {
        return reply
          .code(404)
          .send({ error: messages.habitatPatrol.noRangeFound, code: 'species_unknown' });
      }
      if (others.length > 0) {
        return reply.code(409).send({
          error: `${found.length} species are called "${species.common_name}". Choose one by its scientific name.`,
          code: 'species_ambiguous',
          choices: found.map(describe),
        });
      }
      if (type === 'species_range') return rangeOf(species);
      return reply
        .code(404)
        .send({ error: messages.habitatPatrol.noRangeFound, code: 'habitat_not_found' });
    },
  );
}

function describe({ counties: _, ...facts }: SpeciesFacts): Species {
  const hasHabitat = facts.critical_habitat === 'Final' || facts.critical_habitat === 'Proposed';
  return {
    ...facts,
    searches: hasHabitat ? ['species_range', 'critical_habitat'] : ['species_range'],
  };
}
