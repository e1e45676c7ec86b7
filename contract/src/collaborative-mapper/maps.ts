import { z } from 'zod';
import { limits } from '../limits.ts';
import { wholeNumberSchema } from '../numbers.ts';
import { lineSchema, textSchema } from '../plain-text.ts';
import { mapListTypes, mapSorts, sortOrders } from './calls.ts';

const { collaborativeMapper: cm } = limits;

/** The largest id of a map or an account, which is a 32-bit integer in the database. */
const largestId = 2_147_483_647;
export const mapIdSchema = wholeNumberSchema(1, largestId);
export const accountIdSchema = wholeNumberSchema(1, largestId);
/** The id of a feature, proposal, comment or operation. A browser may choose it beforehand. */
export const uuidSchema = z.uuid().transform((id) => id.toLowerCase());

/**
 * The roles of callers, the one that may do most first: each may do what the next one may. A creator
 * is the owner. A reviewer also decides about proposals, an editor makes them, and a viewer reads.
 */
export const mapRoles = ['creator', 'reviewer', 'editor', 'viewer'] as const;
export type MapRole = (typeof mapRoles)[number];
/** The roles that a map's owner gives to people. The specification's collaborator is an editor. */
export const memberRoles = ['reviewer', 'editor', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const baseLayers = ['default', 'satellite'] as const;
export type BaseLayer = (typeof baseLayers)[number];

/** An account as maps show it. */
export const mapUserSchema = z
  .object({
    id: z.number().int(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    organization: z.string(),
    photo: z.string().nullable(),
  })
  .meta({ id: 'MapUser' });
export type MapUser = z.infer<typeof mapUserSchema>;
/** An account with the role that the map's owner gave to it. */
export const collaboratorSchema = mapUserSchema
  .extend({ role: z.enum(memberRoles) })
  .meta({ id: 'Collaborator' });
export type Collaborator = z.infer<typeof collaboratorSchema>;

/** The author of a change: an account, or a visitor with the map's token, who has a stable name. */
export const authorSchema = z
  .object({
    /** Null for visitors, and for deleted accounts. */
    id: z.number().int().nullable(),
    /** The username, or a visitor's name such as "Visitor 7QK2". */
    username: z.string(),
  })
  .meta({ id: 'MapAuthor' });
export type MapAuthor = z.infer<typeof authorSchema>;

/** A map. Its `center` is the JSON text [latitude, longitude] of the specification. */
export const mapSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    summary: z.string(),
    status: z.enum(mapRoles).describe("The caller's role."),
    is_published: z.boolean(),
    token: z.string().nullable().describe('For the owner only; null for everybody else.'),
    is_view_only: z.boolean().describe('Whether the caller came by a view-only link.'),
    base_layer: z.enum(baseLayers),
    center: z.string().describe('[latitude,longitude] as JSON text.'),
    zoom: z.number(),
    is_vector_drawing_controls_enabled: z.boolean(),
    species: z.string().nullable(),
    species_desc: z.string().nullable(),
    species_sci: z.string().nullable(),
    species_tax: z.string().nullable(),
    species_img: z.string().nullable(),
    thumbnail: z.string().nullable().describe('Address of a picture; it changes with the picture.'),
    creator: z.array(mapUserSchema),
    date_created: z.string().describe('ISO 8601; lists show the part before the "T".'),
    /** The time at which a map of one's own was deleted; null for a map that was not. */
    date_deleted: z.string().nullable(),
    /** The number of the map's last operation. */
    seq: z.number().int(),
    feature_count: z.number().int(),
  })
  .meta({ id: 'CollaborativeMap' });
export type CollaborativeMap = z.infer<typeof mapSchema>;

/** POST /api/rrm/map_requests?type=map. The reply is the map's id. */
export const mapCreationQuerySchema = z.object({
  type: z
    .enum(['map', 'image'])
    .optional()
    .describe('For a form with a picture, it may be a field of the form.'),
  id: mapIdSchema.optional().describe('For type=image, where the form does not have it.'),
});
export const mapCreationSchema = z.object({
  user: accountIdSchema.optional().describe("The caller's own id."),
  name: lineSchema(cm.nameMaxLength).min(1).optional(),
});

/** The parameter of every call that only has to know which map is meant. */
export const mapQuerySchema = z.object({ id: mapIdSchema });
/** The same for a comment, a picture or an invitation. */
export const itemQuerySchema = z.object({ id: uuidSchema });
/** The reply to deleting something: its id. */
export const deletedMapSchema = z.object({ id: z.number().int() });
export const deletedSchema = z.object({ id: z.string() });

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);
/** The value that a text writes in JSON. Any other value, and any other text, stays as it is. */
export const parseJsonText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};
/** [latitude, longitude], as numbers or as JSON text. */
const centerSchema = z.preprocess(
  parseJsonText,
  z.tuple([latitude, longitude], 'This must be [latitude, longitude].'),
);

export const mapAttributeSchemas = {
  name: lineSchema(cm.nameMaxLength).min(1),
  summary: textSchema(cm.summaryMaxLength),
  base_layer: z.enum(baseLayers),
  center: centerSchema,
  // Without the union, null, an empty list and false would be read as 0.
  zoom: z
    .union([z.number(), z.string().trim().min(1)], 'This must be a number.')
    .transform(Number)
    .pipe(z.number().min(0).max(24)),
  is_vector_drawing_controls_enabled: z.boolean(),
  species: lineSchema(cm.speciesMaxLength).nullable(),
  species_desc: textSchema(cm.speciesTextMaxLength).nullable(),
  species_sci: lineSchema(cm.speciesMaxLength).nullable(),
  species_tax: lineSchema(cm.speciesMaxLength).nullable(),
  species_img: lineSchema(cm.speciesTextMaxLength).nullable(),
} as const;
export type MapAttribute = keyof typeof mapAttributeSchemas;

/** PUT /api/rrm/map_requests, for the owner. The reply is the map. */
export const mapChangeSchema = z.object({
  id: mapIdSchema,
  attr: z.object(mapAttributeSchemas).keyof(),
  val: z.unknown().describe('What the attribute becomes: see the attributes of a map.'),
});

/** PUT /api/rrm/status, for the owner. The reply is the map. */
export const statusChangeSchema = z.object({
  id: mapIdSchema,
  new_status: z.enum(['public', 'private']),
  with_comments: z
    .boolean()
    .default(false)
    .describe(
      'Also publish the comments that were written so far. Otherwise they stay with the team.',
    ),
});

/** POST /api/rrm/fork. The reply is the new map. */
export const forkSchema = z.object({
  id: mapIdSchema,
  acctID: accountIdSchema.optional().describe("The caller's own id."),
});

/** POST /api/rrm/token, for the owner, makes a new token. The old link stops working. */
export const replacedTokenSchema = z.object({ token: z.string() });

/**
 * GET /api/rrm/maps_requests. For lists of one's own maps `id` is the caller's own id. Without
 * `limit` the whole list is returned, the newest first.
 */
export const mapListQuerySchema = z.object({
  type: z.enum(mapListTypes),
  id: accountIdSchema.optional(),
  search: z.string().trim().max(100).default('').describe('Part of a name or of a username.'),
  sort: z.enum(mapSorts).default('date'),
  direction: z.enum(sortOrders).optional(),
  limit: wholeNumberSchema(1, cm.maxMapsPerPage).default(cm.maxMapsPerPage),
  offset: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER).default(0),
});
/** A map in a list. The header `totalCountHeader` holds the number of maps on all pages. */
export const listedMapSchema = mapSchema
  .omit({ token: true, is_view_only: true, seq: true, feature_count: true })
  .extend({
    waiting_proposals: z
      .number()
      .int()
      .optional()
      .describe('For the owner: the number of proposals that wait for a decision.'),
  })
  .meta({ id: 'ListedMap' });
export type ListedMap = z.infer<typeof listedMapSchema>;

/** PUT /api/rrm/upload and POST /api/rrm/map_requests?type=image store the map's picture. */
export const thumbnailReplySchema = z.object({ thumbnail: z.string() });

/** POST /api/rrm/metadata, for the owner: adds a reason to the map's history. */
export const justificationSchema = z.object({
  id: mapIdSchema,
  justification: textSchema(cm.justificationMaxLength).min(1),
});
