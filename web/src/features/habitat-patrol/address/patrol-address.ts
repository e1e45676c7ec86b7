import { isCalendarDate } from '@refugia/contract/date-text.ts';
import { landCovers, methods } from '@refugia/contract/habitat-patrol/method-texts.ts';
import { type RunLayer, runLayers } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { limits } from '@refugia/contract/limits.ts';
import { speciesAreaTypes } from '@refugia/contract/species-kinds.ts';
import { withParameters } from '../../../lib/parameters.ts';
import { readAreaText, writeAreaText } from '../../../map/area-text.ts';
import { keptArea } from '../../../map/look-for-change.ts';
import {
  type Area,
  allScenes,
  fullOpacities,
  initialState,
  type PatrolState,
  type SpeciesPick,
} from '../state/patrol-state.ts';
import { readScenesText, writeScenesText } from '../state/scene-choice.ts';
import { viewNames } from './patrol-view.ts';

const { habitatPatrol: constants } = limits;

const numberSeparator = '_';
const maxNameCharacters = 200;

/**
 * Writes the area, dates, method, excluded scenes, run and opacities into the address, so that a
 * copied link opens the same result. Of a species' area only the name is written, because the
 * outline would be too long. Parameters of other components are kept, and defaults are left out.
 */
export function writeAddress(current: URLSearchParams, state: PatrolState): URLSearchParams {
  const unless = (usual: string, value: string) => (value === usual ? null : value);
  const pick = pickOf(state);
  // A result records its scenes itself.
  const scenes = state.phase === 'shown' ? allScenes : state.scenes;
  return withParameters(current, {
    area: 'area' in state && pick === null ? areaText(state) : null,
    species: pick?.scientificName ?? null,
    of: unless(speciesAreaTypes[0], pick?.type ?? speciesAreaTypes[0]),
    start: unless(initialState.startDate, state.startDate),
    end: unless(initialState.endDate, state.endDate),
    method: unless(initialState.method, state.method),
    cover: state.method === 'lda' ? state.landCover : null,
    before: writeScenesText(scenes.before),
    after: writeScenesText(scenes.after),
    run: 'runId' in state ? state.runId : null,
    opacity: opacityText(state),
  });
}

/** Reads the state of an address. Missing and invalid parameters get their defaults. */
export function readAddress(parameters: URLSearchParams): PatrolState {
  const date = (name: string, usual: string) => {
    const text = parameters.get(name) ?? undefined;
    return isCalendarDate(text) ? text : usual;
  };
  const inputs = {
    ...initialState,
    startDate: date('start', initialState.startDate),
    endDate: date('end', initialState.endDate),
    opacities: readOpacities(parameters.get('opacity')),
    method: oneOf(methods, parameters.get('method')) ?? initialState.method,
    landCover: oneOf(landCovers, parameters.get('cover')) ?? initialState.landCover,
    scenes: {
      before: readScenesText(parameters.get('before')),
      after: readScenesText(parameters.get('after')),
    },
  };
  const pick = readPick(parameters);
  const runId = parameters.get('run');
  if (runId !== null && /^[\w-]{1,100}$/.test(runId)) {
    return { ...inputs, phase: 'opening', runId, pick };
  }
  if (pick !== null) return { ...inputs, phase: 'fetching', pick };
  const area = readAreaText(parameters.get('area') ?? '');
  return area === null
    ? { ...inputs, phase: 'empty' }
    : { ...inputs, phase: 'ready', area, origin: { kind: 'address' } };
}

/** The parameters that this screen writes. Others, such as a modal's, may come and go. */
const ownNames = [
  ...['area', 'species', 'of', 'start', 'end', 'method', 'cover', 'before', 'after', 'run'],
  'opacity',
];

/** This screen's own parameters of an address, for comparing. */
export function ownParameters(parameters: URLSearchParams): string {
  const own = new URLSearchParams();
  for (const name of [...ownNames, ...viewNames]) {
    const value = parameters.get(name);
    if (value !== null) own.set(name, value);
  }
  return own.toString();
}

/**
 * Whether the change of state becomes a new entry in the browser's history: between the inputs of a
 * run and the run. Further attempts of a run belong to the same entry, and so does the end of a run
 * without a result.
 */
export function isNewPage(from: PatrolState, to: PatrolState): boolean {
  return from.phase !== 'running' && hasRun(from) !== hasRun(to);
}

function hasRun(state: PatrolState): boolean {
  return 'runId' in state && state.runId !== null;
}

/**
 * The area's text for the address. The area of a run comes with the run, and another area that is
 * too long is kept in the browser's tab.
 */
function areaText(state: Extract<PatrolState, { area: Area }>): string | null {
  const text = writeAreaText(state.area);
  return text ?? ('runId' in state && state.runId !== null ? null : keptArea);
}

function pickOf(state: PatrolState): SpeciesPick | null {
  if ('pick' in state) return state.pick;
  return 'origin' in state && state.origin.kind === 'species' ? state.origin.pick : null;
}

function readPick(parameters: URLSearchParams): SpeciesPick | null {
  const scientificName = parameters.get('species')?.trim() ?? '';
  if (scientificName === '' || scientificName.length > maxNameCharacters) return null;
  return { scientificName, type: oneOf(speciesAreaTypes, parameters.get('of')) ?? 'species_range' };
}

function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | undefined {
  return values.find((value) => value === text);
}

function opacityText({ phase, opacities }: PatrolState): string | null {
  const isDefault = runLayers.every((layer) => opacities[layer] === constants.opacityMax);
  if (phase !== 'shown' || isDefault) return null;
  return runLayers.map((layer) => opacities[layer]).join(numberSeparator);
}

function readOpacities(text: string | null) {
  const values = text?.split(numberSeparator) ?? [];
  const opacityOf = (layer: RunLayer) => {
    const value = Number(values[runLayers.indexOf(layer)]);
    const isValid = values.length === runLayers.length && value >= 0;
    return isValid ? Math.min(constants.opacityMax, Math.round(value)) : fullOpacities[layer];
  };
  return { before: opacityOf('before'), after: opacityOf('after'), change: opacityOf('change') };
}
