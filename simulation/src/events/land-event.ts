/** The kinds of change that the simulation knows. */
export const eventKinds = ['clear-cut', 'solar farm', 'burn'] as const;

export type EventKind = (typeof eventKinds)[number];

/** One lasting change of the ground. */
export interface LandEvent {
  readonly id: string;
  readonly kind: EventKind;
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  /** Center on the world plane, and the radius that holds all of it, in meters. */
  readonly x: number;
  readonly y: number;
  readonly radiusMeters: number;
  /** The seed of its outline. */
  readonly seed: number;
}
