import { z } from 'zod';
import { commentSchema } from './comments.ts';
import { mapRoles, uuidSchema } from './maps.ts';
import { mapOperationSchema } from './operations.ts';
import { proposalSchema } from './proposals.ts';

const placeSchema = z.tuple([z.number().min(-540).max(540), z.number().min(-90).max(90)]);

/** Messages of a browser. The first one is `hello`, and it must arrive within seconds. */
export const clientMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    /** The login token without the first word that it has in the header `Authorization`. */
    token: z.string().max(2_000).optional(),
    map_token: z.string().max(200).optional(),
    /** The key of a view-only link. */
    key: z.string().max(200).optional(),
    /** The last operation that the browser has. Later ones are sent first. */
    since: z.number().int().min(0),
  }),
  z.object({
    kind: z.literal('presence'),
    /** Longitude and latitude of the pointer; null when it is not over the map. */
    cursor: placeSchema.nullable(),
    /** The feature that the person has selected. */
    feature_id: uuidSchema.nullable(),
  }),
  z.object({ kind: z.literal('ping') }),
]);
export type ClientMessage = z.input<typeof clientMessageSchema>;

/** A person who has the map open. Presence is sent to the others and never stored. */
const presentPersonSchema = z.object({
  /** The id of the connection. A person may have several connections. */
  connection: z.string(),
  id: z.number().int().nullable(),
  name: z.string(),
  role: z.enum(mapRoles),
  cursor: z.tuple([z.number(), z.number()]).nullable(),
  feature_id: z.string().nullable(),
});
export type PresentPerson = z.infer<typeof presentPersonSchema>;

/** Messages of the server. */
const serverMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('welcome'),
    connection: z.string(),
    role: z.enum(mapRoles),
    /** The number of the map's last operation. */
    seq: z.number().int(),
    people: z.array(presentPersonSchema),
  }),
  /** Operations in the order of their numbers, without gaps. */
  z.object({ kind: z.literal('operations'), operations: z.array(mapOperationSchema) }),
  /** Too many operations were missed. The browser loads all features anew and goes on from `seq`. */
  z.object({ kind: z.literal('behind'), seq: z.number().int() }),
  z.object({
    kind: z.literal('comment'),
    change: z.enum(['added', 'changed', 'deleted']),
    id: z.string(),
    /** Null when the comment was deleted. */
    comment: commentSchema.nullable(),
  }),
  /** `is_own` of the proposal is computed for the receiver. */
  z.object({
    kind: z.literal('proposal'),
    change: z.enum(['added', 'changed']),
    proposal: proposalSchema,
  }),
  z.object({ kind: z.literal('presence'), person: presentPersonSchema }),
  z.object({ kind: z.literal('left'), connection: z.string() }),
  /** The receiver's role has changed, for example by being made an editor. */
  z.object({ kind: z.literal('role'), role: z.enum(mapRoles) }),
  /** Who works on the map, is invited or asks to be let in has changed. Only the team is told. */
  z.object({ kind: z.literal('people') }),
  z.object({ kind: z.literal('pong') }),
  /** The reason why the connection ends. It is the last message. */
  z.object({ kind: z.literal('refused'), code: z.string(), error: z.string() }),
]);
export type ServerMessage = z.infer<typeof serverMessageSchema>;
