import type { MultiPolygon, Polygon } from 'geojson';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { boxSchema } from '../numbers.ts';
import { lineSchema, textSchema } from '../plain-text.ts';
import { confidences } from './confidence.ts';
import { runSummarySchema } from './my-runs.ts';
import {
  findingStates,
  memberRoles,
  placeRoles,
  watchIntervals,
  watchOutcomes,
} from './place-kinds.ts';
import { changeKinds } from './run-kinds.ts';
import { changeKindSchema, coordsSchema } from './runs.ts';

const nameSchema = lineSchema(limits.habitatPatrol.runNameMaxLength).min(1);
const noteSchema = textSchema(limits.habitatPatrol.placeNoteMaxLength);
const { least, most } = limits.habitatPatrol.watchedHectares;

/** Whether a place is watched, and which patches of change its people are told of. */
const watchSchema = z.strictObject({
  every: z.enum(watchIntervals),
  minimum_hectares: z.number().min(least).max(most).describe('The smallest patch that is told.'),
  kinds: z.array(changeKindSchema).min(1).max(changeKinds.length),
  lowest_confidence: z
    .enum(confidences)
    .default('medium')
    .describe(
      '`low`: told when first seen. `medium`: told once a look with newer scenes confirms it and its patch has at least medium confidence there. `high`: the same with high confidence.',
    ),
});
export type Watch = z.infer<typeof watchSchema>;

/** POST /api/places */
export const newPlaceSchema = z.strictObject({
  name: nameSchema.optional().describe('When left out, the county of its middle.'),
  note: noteSchema.default(''),
  coords: coordsSchema,
  watch: watchSchema.optional().describe('When left out, the place is not watched.'),
  runID: z.string().max(64).optional().describe('A run of your own, as the first look.'),
});
export type NewPlace = z.input<typeof newPlaceSchema>;

/** PATCH /api/places/{id} */
export const placeChangesSchema = z.strictObject({
  name: nameSchema.optional(),
  note: noteSchema.optional(),
  coords: coordsSchema.optional(),
  watch: watchSchema.optional(),
});
export type PlaceChanges = z.infer<typeof placeChangesSchema>;

/** An area that its owner looks at again and again. */
export const placeSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    note: z.string().describe('Only the owner reads it; empty for others.'),
    role: z.enum(placeRoles).describe('What the caller is to the place.'),
    owner: z.string().nullable().describe('Username of the owner; null for a view-only link.'),
    area_hectares: z.number(),
    bbox: boxSchema,
    outline: z
      .unknown()
      .describe('The area as a GeoJSON geometry, or its bounds where it has very many corners.'),
    watch: watchSchema,
    watching: z.object({
      is_offered: z.boolean().describe('False where this installation watches no places.'),
      next_look_at: z.string().nullable(),
      last_outcome: z.enum(watchOutcomes).nullable().describe('Null before the first look ended.'),
    }),
    created_at: z.string(),
    look_count: z.number().int(),
    /** Null before the first look. */
    last_look: runSummarySchema.nullable(),
  })
  .meta({ id: 'Place' });
export type Place = Omit<z.infer<typeof placeSchema>, 'outline'> & {
  readonly outline: Polygon | MultiPolygon;
};

/** GET /api/places: one's own, by name, then those that others share. */
export const placesSchema = z.object({ places: z.array(placeSchema) });

/** GET /api/places/{id} */
export const placeDetailsSchema = z
  .object({
    place: placeSchema,
    coords: z.string().describe('The whole area, as it is sent to start a run.'),
    /** Its runs, the newest first. */
    looks: z.array(runSummarySchema),
  })
  .meta({ id: 'PlaceDetails' });
export type PlaceDetails = Omit<z.infer<typeof placeDetailsSchema>, 'place'> & {
  readonly place: Place;
};

/** A patch of change that watched looks at a place have seen. */
const placeFindingSchema = z
  .object({
    id: z.number().int(),
    state: z.enum(findingStates),
    kind: changeKindSchema,
    hectares: z.number(),
    confidence: z
      .enum(confidences)
      .describe('`low` until a look with newer scenes confirms it, then that of its latest patch.'),
    first_seen_at: z.string(),
    confirmed_at: z.string().nullable().describe('When a look with newer scenes saw it, too.'),
    gone_at: z.string().nullable().describe('When a look did not see it any more.'),
    told_at: z.string().nullable(),
    run_id: z.string().nullable().describe('The last look that saw it; null once it is deleted.'),
    patch: z.number().int().describe('Its number in that run.'),
  })
  .meta({ id: 'PlaceFinding' });
export type PlaceFinding = z.infer<typeof placeFindingSchema>;

/** GET /api/places/{id}/findings, the latest first. */
export const placeFindingsSchema = z.object({ findings: z.array(placeFindingSchema) });

/** POST /api/places/{id}/looks. Without dates, today is compared with the same day a year before. */
export const newLookSchema = z.strictObject({
  startDate: z.string().max(40).optional().describe('YYYY-MM-DD'),
  endDate: z.string().max(40).optional().describe('YYYY-MM-DD'),
});

/** A place may also be read with `?key=`, from its view-only link. */
export const placeKeyQuerySchema = z.object({
  key: z.string().max(200).optional().describe('The key of a view-only link of the place.'),
});

const usernameSchema = lineSchema(100).min(1);

/** PUT /api/places/{id}/members adds somebody or changes the role. */
export const placeMemberChangeSchema = z.strictObject({
  username: usernameSchema,
  role: z.enum(memberRoles),
});
export type PlaceMemberChange = z.infer<typeof placeMemberChangeSchema>;

/** DELETE /api/places/{id}/members/{username} */
export const placeMemberParamsSchema = z.object({
  id: z.string().max(64),
  username: z.string().max(100),
});

/** GET, PUT and DELETE /api/places/{id}/members: who shares a place, by name. */
export const placeMembersSchema = z.object({
  members: z.array(
    z.object({ username: z.string(), role: z.enum(memberRoles), since: z.string() }),
  ),
});
export type PlaceMembers = z.infer<typeof placeMembersSchema>;
