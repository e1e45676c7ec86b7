import type { MultiPolygon, Polygon } from 'geojson';

/** The bands that the engine knows by name, in the order in which it stacks them. */
export const bandNames = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
export type BandName = (typeof bandNames)[number];

/**
 * One file of a scene: its address, and how its numbers become reflectance (number·scale + offset).
 */
export interface SceneAsset {
  readonly href: string;
  readonly scale: number;
  readonly offset: number;
  readonly nodata: number;
}

/** One acquisition of one tile: the content of a STAC item in the engine's own form. */
export interface Scene {
  readonly id: string;
  readonly collection: string;
  /** ISO 8601, UTC. */
  readonly datetime: string;
  /** Such as sentinel-2b. */
  readonly platform: string | undefined;
  readonly cloudCoverPercent: number | undefined;
  readonly footprint: Polygon | MultiPolygon;
  readonly epsg: number | undefined;
  readonly bands: Partial<Record<BandName, SceneAsset>>;
  /** Scene classification (Sentinel-2 SCL codes). */
  readonly classification: SceneAsset | undefined;
}

/** The day of a scene, YYYY-MM-DD, UTC. */
export function dayOf({ datetime }: Pick<Scene, 'datetime'>): string {
  return datetime.slice(0, 10);
}
