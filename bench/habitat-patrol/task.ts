import type { ChangeMethod } from '@refugia/engine/change/options.ts';
import type { Polygon } from 'geojson';

/** What both sides of the benchmark are asked to do. */
export interface RunTask {
  catalogueUrl: string;
  collections: readonly string[];
  /** Longitude and latitude, WGS 84. */
  area: Polygon;
  epsg: number;
  /** The same area on the work grid: west, south, east, north, in metres. */
  bounds: readonly [number, number, number, number];
  startDate: string;
  endDate: string;
  windowDays: number;
  method: ChangeMethod;
}

export interface RunFigures {
  seconds: number;
  /** Of all threads, user and system: hardly moved by what else the machine does. */
  cpuSeconds: number;
  /** Seconds from the start at which each step began (ours) or ended (the peer). */
  steps: Record<string, number>;
  peakMegabytes: number;
  scenesUsed: number;
  clearShare: number;
}

/** What the imagery server was asked for since it last told. */
export interface ServedFigures {
  requests: number;
  megabytes: number;
}
