import type { Properties, VectorFeature } from '@refugia/engine/vector/types.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Features that one feature of the product hands to a map. */
export interface HandedOver {
  readonly mapId: number;
  readonly features: readonly {
    readonly geometry: NonNullable<VectorFeature['geometry']>;
    readonly properties: Properties;
  }[];
  /** What a proposal says of itself. */
  readonly note: string;
}

/** The ids of the features that were added, or of the proposal that waits for the map's owner. */
export type TakenIn = { readonly features: string[] } | { readonly proposal: string };

/** How results of other features get onto a map. The maps' feature makes it, and `app.ts` hands it out. */
export interface MapIntake {
  /**
   * Adds features to a map as one step: at once when the caller owns the map, as one proposal when
   * the caller edits it.
   * @throws {ApiFailure} 401, 403 and 404 unless the caller may, 400 and 409 for what a map can't take
   */
  add(
    call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    handedOver: HandedOver,
  ): Promise<TakenIn>;
}
