import {
  mapAttributeSchemas,
  mapChangeSchema,
  mapSchema,
  statusChangeSchema,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import type { LoggedAttribute } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { changeMap, publishComments } from '../log/map-changes.ts';
import { editMap, type MapEdit } from '../log/map-edit.ts';
import type { AccountAccess } from '../maps/access.ts';
import { describeMapAgain } from '../maps/describe-map.ts';
import { conflictResponse, forAccounts, type MapContext } from '../maps/map-context.ts';
import { updateMap } from '../maps/map-queries.ts';

/** @throws {ApiFailure} 400 with the first problem of the value */
function parseValue<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const sentence = parsed.error.issues[0]?.message ?? 'This is not written as expected.';
  throw new ApiFailure(400, 'invalid', sentence, { val: sentence });
}

/** Registers the routes by which the owner changes a map's attributes and the view that opens first. */
export function registerAbout(app: App, context: MapContext): void {
  const { orm, own } = context;

  async function change(
    { map: { id: mapId }, author }: AccountAccess,
    attribute: LoggedAttribute,
    value: unknown,
    alongside?: (edit: MapEdit) => Promise<void>,
  ) {
    await editMap(orm, { mapId, author }, async (edit) => {
      await changeMap(edit, attribute, value);
      await alongside?.(edit);
    });
    return await describeMapAgain(context, mapId, 'creator');
  }

  app.put(
    '/api/rrm/map_requests',
    forAccounts('Change what is said of a map of your own, or where it is looked at first', {
      body: mapChangeSchema,
      response: { 200: mapSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id, attr, val } = request.body;
      const access = await own(request, id);
      if (attr === 'center') {
        const [latitude, longitude] = parseValue(mapAttributeSchemas.center, val);
        await updateMap(orm, id, { latitude, longitude });
        return await describeMapAgain(context, id, 'creator');
      }
      if (attr === 'zoom') {
        await updateMap(orm, id, { zoom: parseValue(mapAttributeSchemas.zoom, val) });
        return await describeMapAgain(context, id, 'creator');
      }
      const value = parseValue<unknown>(mapAttributeSchemas[attr], val);
      return await change(access, attr, value);
    },
  );

  app.put(
    '/api/rrm/status',
    forAccounts('Make a map of your own public, or private', {
      body: statusChangeSchema,
      response: { 200: mapSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id, new_status, with_comments } = request.body;
      const access = await own(request, id);
      const isPublic = new_status === 'public';
      return await change(access, 'is_published', isPublic, async (edit) => {
        if (isPublic && with_comments) await publishComments(edit, true);
      });
    },
  );
}
