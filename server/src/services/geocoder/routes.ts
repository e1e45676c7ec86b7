import { geocoderSearchSchema, placeSchema } from '@refugia/contract/basemap.ts';
import { z } from 'zod';
import { type App, describeCalls, errorReplies } from '../../platform/http/api.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { OutboundError } from '../../platform/outbound/outbound.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCallerLimitCheck } from '../../platform/session/caller-limits.ts';
import { Geocoder, type GeocoderOptions } from './geocoder.ts';

const { withoutToken } = describeCalls('base map');

/**
 * Registers the search for forests, lakes, parks and other places that the embedded list does not
 * contain. If the settings name no geocoder, there is no such route.
 */
export function registerGeocoder(
  app: App,
  { config, sessions }: Pick<Platform, 'config' | 'sessions'>,
  options: Partial<GeocoderOptions> = {},
): void {
  if (config.geocoder === undefined) return;
  const geocoder = new Geocoder({
    config: config.geocoder,
    userAgent: `Refugia (${config.publicUrl}, ${config.supportEmail})`,
    log: app.log,
    ...options,
  });
  const checkRate = createCallerLimitCheck(app, { config, sessions }, 'geocodesPerMinute');
  app.get(
    '/api/geocoder/places',
    {
      ...withoutToken(
        'Places in the United States of any kind, by the geocoder of this installation',
        {
          querystring: geocoderSearchSchema,
          response: { 200: z.array(placeSchema), ...errorReplies(429, 503) },
        },
      ),
      onRequest: (request, reply) => checkRate(request, reply),
    },
    async (request, reply) => {
      const places = await geocoder
        .find(request.query.q, request.query.limit)
        .catch((error: unknown) => {
          if (error instanceof OutboundError) return null;
          throw error;
        });
      if (places === null) {
        throw new ApiFailure(
          503,
          'geocoder_away',
          'The search for forests, lakes and parks does not answer. Please try again later.',
        );
      }
      reply.header('cache-control', 'public, max-age=86400');
      return [...places];
    },
  );
}
