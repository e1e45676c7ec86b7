import { type Area, middleText, writeArea } from '@refugia/contract/area.ts';
import { apiErrorSchema } from '@refugia/contract/errors.ts';
import type { PlaceRole } from '@refugia/contract/habitat-patrol/place-kinds.ts';
import {
  newPlaceSchema,
  type Place,
  type PlaceDetails,
  placeChangesSchema,
  placeDetailsSchema,
  placeKeyQuerySchema,
  placeSchema,
  placesSchema,
} from '@refugia/contract/habitat-patrol/places.ts';
import { limits } from '@refugia/contract/limits.ts';
import { areaPolygons, centerOf, rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import { notWatched } from '../../../platform/database/schema/index.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { newId } from '../../../platform/new-id.ts';
import { countyAt } from '../../../services/basemap/embedded/county.ts';
import { takeBackNotifications } from '../../../services/notifications/tell.ts';
import { requireArea } from '../engine/run-request.ts';
import type { ListedRun } from '../runs/owner-queries.ts';
import { idSchema, type RunContext } from '../runs/run-context.ts';
import { summariseRun } from '../runs/run-description.ts';
import { registerFindings, registerLooks } from './look-routes.ts';
import {
  addLook,
  changePlace,
  deletePlace,
  insertPlace,
  lastLooks,
  listLooks,
  listPlaces,
  listSharedPlaces,
  type SharedPlaceRow,
} from './place-queries.ts';
import {
  forAccounts,
  forAnybody,
  notificationTarget,
  type PlaceAccess,
  readPlace,
  requireOwnPlace,
} from './sharing/access.ts';
import { registerPlaceFiles } from './sharing/file-routes.ts';
import { registerPlaceMembers } from './sharing/member-routes.ts';
import { changeWatch, firstLookAt } from './watching/watch-queries.ts';

const refusals = errorReplies(400, 401, 403, 404);
/** An outline with more corners is told as its bounds in lists. */
const mostCorners = 2_000;

/** Registers the calls for one's own places, and for those that others share. */
export function registerPlaces(app: App, context: RunContext): void {
  registerPlaceList(app, context);
  registerPlaceChanges(app, context);
  registerLooks(app, context);
  registerPlaceMembers(app, context.platform);
  registerPlaceFiles(app, context.platform);
  registerFindings(app, context.platform);
}

/** Describes a place for a caller. The note is the owner's alone. */
function describePlace(
  { row, role }: Pick<PlaceAccess, 'row' | 'role'>,
  looks: { count: number; last: ListedRun | undefined },
  { runRetentionDays, placeWatchHour }: RunContext['platform']['config'],
): Place {
  const { id, name, note, area, owner, createdAt } = row;
  const corners = areaPolygons(area.geometry).flat(2).length;
  return {
    id,
    name,
    note: role === 'owner' ? note : '',
    role,
    owner: role === 'viewer' ? null : owner,
    area_hectares: areaSquareMeters(area.geometry) / 10_000,
    bbox: area.bounds,
    outline: corners <= mostCorners ? area.geometry : rectanglePolygon(area.bounds),
    watch: row.watch,
    watching: {
      is_offered: placeWatchHour !== null,
      next_look_at: row.nextLookAt?.toISOString() ?? null,
      last_outcome: row.lastOutcome,
    },
    created_at: createdAt.toISOString(),
    look_count: looks.count,
    last_look: looks.last ? summariseRun(looks.last, runRetentionDays) : null,
  };
}

async function detailsOf(
  { database, config }: RunContext['platform'],
  access: PlaceAccess,
): Promise<PlaceDetails> {
  const looks = await listLooks(database.orm, access.row.id);
  return {
    place: describePlace(access, { count: looks.length, last: looks[0] }, config),
    coords: writeArea(access.row.area.geometry),
    looks: looks.map((run) => summariseRun(run, config.runRetentionDays)),
  };
}

function registerPlaceList(app: App, context: RunContext): void {
  const { platform, requireOwnRun } = context;
  const { sessions, database, config } = platform;

  app.get(
    '/api/places',
    forAccounts('Your places and those that others share with you, each with its last look', {
      response: { 200: placesSchema, 401: apiErrorSchema },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { id, username } = await sessions.require(request);
      const own = await listPlaces(database.orm, id);
      const shared = await listSharedPlaces(database.orm, id);
      const looks = await lastLooks(
        database.orm,
        [...own, ...shared].map((row) => row.id),
      );
      const describe = (row: SharedPlaceRow, role: PlaceRole) => {
        const { count = 0, last } = looks.get(row.id) ?? {};
        return describePlace({ row, role }, { count, last }, config);
      };
      return {
        places: [
          ...own.map((row) => describe({ ...row, owner: username }, 'owner')),
          ...shared.map((row) => describe(row, row.role)),
        ],
      };
    },
  );

  app.post(
    '/api/places',
    forAccounts('Save an area as a place', {
      body: newPlaceSchema,
      response: { 201: placeSchema, 409: apiErrorSchema, ...refusals },
    }),
    async (request, reply) => {
      const { id: accountId } = await sessions.require(request);
      const { note, coords, runID, watch = notWatched } = request.body;
      const area = requireArea(coords);
      const name = request.body.name ?? (await nameOfPlace(area));
      if (runID !== undefined) await requireOwnRun(request, runID);
      const nextLookAt = firstLookAt(watch, new Date());
      const row = { id: newId(), accountId, name, note, area, watch, nextLookAt };
      const isAdded = await database.orm.transaction(async (transaction) => {
        const isAdded = await insertPlace(transaction, row, limits.habitatPatrol.maxPlaces);
        if (isAdded && runID !== undefined) await addLook(transaction, row.id, runID);
        return isAdded;
      });
      if (!isAdded) {
        throw new ApiFailure(
          409,
          'too_many_places',
          `You have ${limits.habitatPatrol.maxPlaces} places. Delete one to save another.`,
        );
      }
      const added = await readPlace(platform, request, row.id);
      return reply.code(201).send((await detailsOf(platform, added)).place);
    },
  );
}

function registerPlaceChanges(app: App, context: RunContext): void {
  const { platform, orm } = context;

  app.get(
    '/api/places/:id',
    forAnybody('A place with its looks, the newest first', {
      description:
        'For its owner, for those with whom it is shared, and for those who have its view-only link.',
      params: idSchema,
      querystring: placeKeyQuerySchema,
      response: { 200: placeDetailsSchema, ...refusals },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return detailsOf(platform, await readPlace(platform, request, request.params.id));
    },
  );

  app.patch(
    '/api/places/:id',
    forAccounts('Change the name, the note, the area or the watching of a place', {
      description: 'Earlier looks stay as they are: each keeps the area that it looked at.',
      params: idSchema,
      body: placeChangesSchema,
      response: { 200: placeDetailsSchema, ...refusals },
    }),
    async (request) => {
      const row = await requireOwnPlace(platform, request, request.params.id);
      const { id } = row;
      const { name, note, coords, watch } = request.body;
      const area = coords === undefined ? undefined : requireArea(coords);
      await orm.transaction(async (transaction) => {
        await changePlace(transaction, id, { name, note, area });
        if (watch) await changeWatch(transaction, row, watch, new Date());
      });
      return detailsOf(platform, await readPlace(platform, request, id));
    },
  );

  app.delete(
    '/api/places/:id',
    forAccounts('Delete a place; its runs stay among your runs', {
      params: idSchema,
      response: { 200: idSchema, ...refusals },
    }),
    async (request) => {
      const { id } = await requireOwnPlace(platform, request, request.params.id);
      await orm.transaction(async (transaction) => {
        await takeBackNotifications(transaction, { target: notificationTarget(id) });
        await deletePlace(transaction, id);
      });
      return { id };
    },
  );
}

async function nameOfPlace(area: Area): Promise<string> {
  return (await countyAt(...centerOf(area.bounds))) ?? middleText(area);
}
