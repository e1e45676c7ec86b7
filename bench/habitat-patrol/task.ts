import type { ChangeMethod } from '@refugia/engine/change/options.ts';
import type { Polygon } from 'geojson';

/** What both sides of the benchmark are asked to do. */
export interface RunTask {
  catalogueUrl: string;
  collection: string;
  /** Longitude and latitude, WGS 84. */
  area: Polygon;
  epsg: number;
  /** The same area on the work grid: west, south, east, north, in metres. */
  bounds: readonly [number, number, number, number];
  beforeDate: string;
  afterDate: string;
  windowDays: number;
  concurrency: number;
  method: ChangeMethod;
}

/** What each side prints. */
export interface RunFigures {
  seconds: number;
  steps: Record<string, number>;
  peakMegabytes: number;
  scenesRead: number;
  clearShare: number;
}
