import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { findCounty } from './places.ts';

/** A position in degrees. */
export interface CountyTask {
  readonly longitude: number;
  readonly latitude: number;
}

/** Finds counties alone: a thread of the base map loads several times as much. */
serveTasks<CountyTask, string | null>(({ longitude, latitude }) => findCounty(longitude, latitude));
