import { formatArea } from '@refugia/contract/area-text.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { placeKeyQuerySchema } from '@refugia/contract/habitat-patrol/places.ts';
import { limits } from '@refugia/contract/limits.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import type { Feature, FeatureCollection } from 'geojson';
import { type App, binaryReply, errorReplies } from '../../../../platform/http/api.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { ListedRun } from '../../runs/owner-queries.ts';
import { idSchema } from '../../runs/run-context.ts';
import { listLooks } from '../place-queries.ts';
import { forAnybody, placePath, readPlace } from './access.ts';
import { type FeedEntry, writeAtomFeed } from './atom-feed.ts';

const refusals = errorReplies(400, 401, 404);

/** Registers a place as GeoJSON and as an Atom feed, for everybody who may read it. */
export function registerPlaceFiles(app: App, platform: Platform): void {
  const absolute = (path: string) => new URL(path, platform.config.publicUrl).href;
  registerFeed(app, platform, absolute);
  registerGeoJson(app, platform, absolute);
}

/** The whole address of a path of this server. */
type Absolute = (path: string) => string;

function registerFeed(app: App, platform: Platform, absolute: Absolute): void {
  app.get(
    '/api/places/:id/feed.atom',
    forAnybody('A place as an Atom feed: one entry for each look that found change', {
      description: 'A feed reader gets in with the key of a view-only link of the place.',
      params: idSchema,
      querystring: placeKeyQuerySchema,
      response: { 200: binaryReply('The feed (RFC 4287).', 'application/atom+xml'), ...refusals },
    }),
    async (request, reply) => {
      const { row } = await readPlace(platform, request, request.params.id);
      const looks = (await listLooks(platform.database.orm, row.id))
        .filter(({ changeOccurred }) => changeOccurred === true)
        .slice(0, limits.habitatPatrol.maxFeedEntries);
      const { key } = request.query;
      const page = placePath(row.id) + (key ? `?key=${encodeURIComponent(key)}` : '');
      const feed = writeAtomFeed({
        id: absolute(placePath(row.id)),
        title: `Change at ${row.name}`,
        author: platform.config.site.brandName,
        link: absolute(page),
        self: absolute(request.url),
        at: looks[0]?.createdAt ?? row.createdAt,
        entries: looks.map((look) => entryOf(look, row.name, absolute(runPath(look.id)))),
      });
      return reply
        .header('cache-control', 'private, no-cache')
        .type('application/atom+xml; charset=utf-8')
        .send(feed);
    },
  );
}

function registerGeoJson(app: App, platform: Platform, absolute: Absolute): void {
  app.get(
    '/api/places/:id/place.geojson',
    forAnybody('The area of a place as GeoJSON, with the figures of its last look', {
      params: idSchema,
      querystring: placeKeyQuerySchema,
      response: { 200: binaryReply('The file.', 'application/geo+json'), ...refusals },
    }),
    async (request, reply) => {
      const { row } = await readPlace(platform, request, request.params.id);
      const last = (await listLooks(platform.database.orm, row.id)).find(
        ({ status }) => status === 'done',
      );
      const feature: Feature = {
        type: 'Feature',
        geometry: row.area.geometry,
        properties: {
          name: row.name,
          hectares: areaSquareMeters(row.area.geometry) / 10_000,
          ...(last && {
            last_look_from: last.startDate,
            last_look_to: last.endDate,
            last_look_changed_hectares: last.statistics?.changed_hectares ?? null,
            last_look_patches: last.statistics?.patch_count ?? null,
            last_look_address: absolute(runPath(last.id)),
          }),
        },
      };
      const collection: FeatureCollection = { type: 'FeatureCollection', features: [feature] };
      return reply
        .header('content-disposition', 'attachment; filename="place.geojson"')
        .header('cache-control', 'private, no-cache')
        .type('application/geo+json')
        .send(Buffer.from(JSON.stringify(collection)));
    },
  );
}

const runPath = (id: string) => `/apps/habitatpatrol/map?run=${encodeURIComponent(id)}`;

function entryOf(look: ListedRun, placeName: string, link: string): FeedEntry {
  const { changed_hectares = 0, patch_count = 0 } = look.statistics ?? {};
  const area = formatArea(changed_hectares, { units: 'both' });
  const patches = patch_count === 1 ? '1 patch' : `${patch_count.toLocaleString('en-US')} patches`;
  const [from, to] = [formatDate(look.startDate), formatDate(look.endDate)];
  return {
    id: link,
    title: `${area} changed at ${placeName}`,
    summary: `Between ${from} and ${to}, ${area} changed in ${patches}.`,
    at: look.createdAt,
    link,
  };
}
