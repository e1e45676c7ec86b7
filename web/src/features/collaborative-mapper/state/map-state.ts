import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type { PresentPerson } from '@refugia/contract/collaborative-mapper/live.ts';
import type { CollaborativeMap, MapRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { TileNews } from './tile-news.ts';

/** A feature according to the server's log. */
export interface ConfirmedFeature {
  readonly id: string;
  readonly state: FeatureState;
  /** The number of the operation that changed it last. */
  readonly revision: number;
  /** Whether it was commented on and the owner has dismissed every comment. */
  readonly isResolved: boolean;
}

export interface FeatureChange {
  readonly featureId: string;
  /** The revision of the state before, which is 0 for a new feature. */
  readonly baseRevision: number;
  readonly before: FeatureState | null;
  readonly after: FeatureState | null;
}

/** An edit that the server has not confirmed yet. It is shown already, and survives a reload. */
export interface PendingEdit {
  /** The id is chosen here, so that the server recognises a repeated attempt. */
  readonly id: string;
  /** An owner's edit is an operation, and an editor's is a proposal. */
  readonly kind: 'operation' | 'proposal';
  readonly changes: readonly FeatureChange[];
  readonly note: string;
  /** In ISO 8601. */
  readonly madeAt: string;
}

/** An editor's changes that will be proposed together, and the note about them. */
export interface Draft {
  readonly changes: readonly FeatureChange[];
  readonly note: string;
}

/** An edit that the server refused. It is kept until a person has decided what becomes of it. */
export interface HeldEdit {
  readonly edit: PendingEdit;
  /** A sentence for people. */
  readonly reason: string;
  /** The conflicts, or none if it was refused for another reason. */
  readonly conflicts: readonly ConflictingChange[];
}

/** The state of the live connection. A lost connection was live before. */
type Connection = 'connecting' | 'live' | 'lost';

/** An open map: its confirmed log up to `seq`, and this browser's changes on top of it. */
export interface MapState {
  readonly map: CollaborativeMap;
  /** The number of the last operation that `features` includes. */
  readonly seq: number;
  readonly features: ReadonlyMap<string, ConfirmedFeature>;
  /**
   * Null if `features` are all of the map. A map with too many for a browser comes as vector tiles,
   * and `features` are those that were read or changed here.
   */
  readonly tileNews: TileNews | null;
  readonly pending: readonly PendingEdit[];
  /** The number of edits that are on the screen but not yet stored for a reload. */
  readonly unkeptEdits: number;
  /** False if this browser stores nothing, so that waiting edits are lost with the page. */
  readonly keepsEdits: boolean;
  readonly draft: Draft;
  readonly held: readonly HeldEdit[];
  /** The open proposals, the oldest first. */
  readonly proposals: readonly MapProposal[];
  /** The other people who have the map open, by their connections. */
  readonly people: ReadonlyMap<string, PresentPerson>;
  readonly connection: Connection;
}

export const noDraft: Draft = { changes: [], note: '' };

export function withRole(state: MapState, status: MapRole): MapState {
  return { ...state, map: { ...state.map, status } };
}

/** The map with a person who arrived, or whose cursor moved. */
export function withPerson(state: MapState, person: PresentPerson): MapState {
  return { ...state, people: new Map(state.people).set(person.connection, person) };
}

export function withoutPerson(state: MapState, connection: string): MapState {
  const people = new Map(state.people);
  people.delete(connection);
  return { ...state, people };
}
