import type { PresentPerson } from '@refugia/contract/collaborative-mapper/live.ts';
import type { MapState } from './map-state.ts';

/** The map with a person who arrived, or whose cursor moved. */
export function withPerson(state: MapState, person: PresentPerson): MapState {
  return { ...state, people: new Map(state.people).set(person.connection, person) };
}

/** The map without a person who left. */
export function withoutPerson(state: MapState, connection: string): MapState {
  const people = new Map(state.people);
  people.delete(connection);
  return { ...state, people };
}
