import type { PresentPerson } from '@refugia/contract/collaborative-mapper/live.ts';
import type { CollaborativeMap, MapRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { ConflictingChange } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { TileNews } from './tile-news.ts';

/** A feature as the server's log has it. */
export interface ConfirmedFeature {
  readonly id: string;
  readonly state: FeatureState;
  /** Number of the operation that changed it last. */
  readonly revision: number;
  /** Its vector layer; null for what was drawn. */
  readonly layerId: string | null;
  readonly dataset: string | null;
  /** It was commented on, and the owner dismissed every comment. */
  readonly isResolved: boolean;
}

/** What a person did to one feature, from one state to another. */
export interface FeatureChange {
  readonly featureId: string;
  /** 0 for a feature that is created. */
  readonly baseRevision: number;
  readonly before: FeatureState | null;
  readonly after: FeatureState | null;
}

/** What a person did at once and the server has not confirmed yet. It survives a reload. */
export interface PendingEdit {
  /** Chosen here, so that a repeated attempt is known as the same edit. */
  readonly id: string;
  /** The owner's edits apply directly, an editor's become proposals. */
  readonly kind: 'operation' | 'proposal';
  readonly changes: readonly FeatureChange[];
  readonly note: string;
  /** ISO 8601. */
  readonly madeAt: string;
}

/** Changes of an editor that wait for being proposed together, and the note that goes with them. */
export interface Draft {
  readonly changes: readonly FeatureChange[];
  readonly note: string;
}

/** An edit that the server refused. It is kept until a person has decided what becomes of it. */
export interface HeldEdit {
  readonly edit: PendingEdit;
  /** A sentence for a person. */
  readonly reason: string;
  /** Empty where it was refused for something other than a conflict. */
  readonly conflicts: readonly ConflictingChange[];
}

/** Whether the map is kept up to date, and whether it was until a moment ago. */
type Connection = 'connecting' | 'live' | 'lost';

/** A map that is open: the confirmed log up to `seq`, and what was done here on top of it. */
export interface MapState {
  readonly map: CollaborativeMap;
  readonly role: MapRole;
  /** The last operation that `features` includes. */
  readonly seq: number;
  readonly features: ReadonlyMap<string, ConfirmedFeature>;
  /**
   * Null where `features` are all that the map has. A map with more than a browser is given comes as
   * vector tiles, and `features` are those that were read or changed here.
   */
  readonly tileNews: TileNews | null;
  readonly pending: readonly PendingEdit[];
  /** How many edits are on the screen and not yet where a reload finds them. */
  readonly unkeptEdits: number;
  /** False where this browser keeps nothing: what waits is lost with the page. */
  readonly keepsEdits: boolean;
  /** What an editor has done and not proposed yet. It survives a reload. */
  readonly draft: Draft;
  readonly held: readonly HeldEdit[];
  /** The open ones, the oldest first. */
  readonly proposals: readonly MapProposal[];
  /** Others who have the map open, by connection. */
  readonly people: ReadonlyMap<string, PresentPerson>;
  readonly connection: Connection;
}

export const noDraft: Draft = { changes: [], note: '' };

export function canPropose({ role }: MapState): boolean {
  return role !== 'viewer';
}

export function isOwner({ role }: MapState): boolean {
  return role === 'creator';
}
