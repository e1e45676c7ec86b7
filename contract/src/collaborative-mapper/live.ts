import { z } from 'zod';
import { limits } from '../limits.ts';
import { commentSchema } from './comments.ts';
import { mapRoles, uuidSchema } from './maps.ts';
import { mapOperationSchema } from './operations.ts';
import { proposalSchema } from './proposals.ts';

const { collaborativeMapper: cm } = limits;

const placeSchema = z.tuple([z.number().min(-540).max(540), z.number().min(-90).max(90)]);

/** What a browser says. The first message is `hello`, within seconds. */
export const clientMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    /** The login token, as in the header `Authorization`, without its first word. */
    token: z.string().max(2_000).optional(),
    /** The map's token. */
    map_token: z.string().max(200).optional(),
    /** The last operation that the browser has: those after it are sent first. */
    since: z.number().int().min(0),
  }),
  z.object({
    kind: z.literal('presence'),
    /** Longitude and latitude of the pointer; null when it is elsewhere. */
    cursor: placeSchema.nullable(),
    /** The feature in hand. */
    feature_id: uuidSchema.nullable(),
  }),
  z.object({ kind: z.literal('ping') }),
]);
export type ClientMessage = z.input<typeof clientMessageSchema>;

/** Somebody who has the map open. Presence is told to others and never kept. */
export const presentPersonSchema = z.object({
  /** Of the connection: one person may have several. */
  connection: z.string(),
  id: z.number().int().nullable(),
  name: z.string(),
  role: z.enum(mapRoles),
  cursor: z.tuple([z.number(), z.number()]).nullable(),
  feature_id: z.string().nullable(),
});
export type PresentPerson = z.infer<typeof presentPersonSchema>;

/** What the server says. */
export const serverMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('welcome'),
    connection: z.string(),
    role: z.enum(mapRoles),
    /** The last operation of the map's log. */
    seq: z.number().int(),
    people: z.array(presentPersonSchema),
  }),
  /** In the order of their numbers, none left out. */
  z.object({ kind: z.literal('operations'), operations: z.array(mapOperationSchema) }),
  /** Too much happened since: load the map's features anew, and go on from `seq`. */
  z.object({ kind: z.literal('behind'), seq: z.number().int() }),
  z.object({
    kind: z.literal('comment'),
    change: z.enum(['added', 'changed', 'deleted']),
    id: z.string(),
    /** Null when it was deleted. */
    comment: commentSchema.nullable(),
  }),
  /** `is_own` is as the receiver sees it. */
  z.object({
    kind: z.literal('proposal'),
    change: z.enum(['added', 'changed']),
    proposal: proposalSchema,
  }),
  z.object({ kind: z.literal('presence'), person: presentPersonSchema }),
  z.object({ kind: z.literal('left'), connection: z.string() }),
  /** The caller's role changed: somebody was made an editor. */
  z.object({ kind: z.literal('role'), role: z.enum(mapRoles) }),
  z.object({ kind: z.literal('pong') }),
  /** The connection ends after it. */
  z.object({ kind: z.literal('refused'), code: z.string(), error: z.string() }),
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;

export const liveLimits = cm.live;
