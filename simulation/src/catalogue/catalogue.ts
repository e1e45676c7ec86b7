import { boundsOf, rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { roundTo } from '@refugia/engine/geo/position.ts';
import { dateOf } from '@refugia/engine/source/dates.ts';
import type { Polygon } from 'geojson';
import { exampleRows } from '../events/examples-data.ts';
import { continentalOutline } from '../world/outline-data.ts';
import { fromWorld, toWorld } from '../world/projection.ts';
import { simulationCollection, simulationRoot } from './scene-item.ts';

/** Facts about the simulated imagery for people and for STAC clients that search it. */
export const simulationCatalogue = {
  label: 'Simulated imagery (demonstration, not real observations)',
  catalogueUrl: simulationRoot,
  collections: [simulationCollection],
  /** West, south, east, north: the contiguous United States. */
  bbox: boundsOf(continentalOutline),
  /** YYYY-MM-DD. */
  earliest: '2015-01-01',
  /** The newest date that can have a scene, YYYY-MM-DD, UTC. */
  latest: (now: Date): string => dateOf(now.getTime()),
} as const;

/** A place and two dates, with or without change between them. */
export interface SimulationExample {
  readonly name: string;
  readonly area: Polygon;
  /** YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
  readonly expectedChange: boolean;
}

export const simulationExamples: readonly SimulationExample[] = exampleRows.map(
  ({ name, center, halfMeters, halfWidthMeters = halfMeters, startDate, endDate, events }) => {
    const [x, y] = toWorld(center);
    const [, south] = fromWorld([x, y - halfMeters]);
    const [, north] = fromWorld([x, y + halfMeters]);
    const stretch = halfWidthMeters / halfMeters / Math.cos((center[1] * Math.PI) / 180);
    const halfDegrees = ((north - south) / 2) * stretch;
    const degrees = (value: number) => roundTo(value, 5);
    const [west, east] = [degrees(center[0] - halfDegrees), degrees(center[0] + halfDegrees)];
    const [bottom, top] = [degrees(south), degrees(north)];
    return {
      name,
      area: rectanglePolygon([west, bottom, east, top]),
      startDate,
      endDate,
      expectedChange: events.length > 0,
    };
  },
);
