import type { ChangeKind } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { paletteKinds } from '@refugia/engine/render/change-palette.ts';
import { withParameters } from '../../../lib/parameters.ts';
import { isDarkTheme } from '../../../lib/theme.ts';
import { type BaseLayerName, baseLayerLabels } from '../../../map/base-layers.ts';
import { type MapPosition, readPosition, writePosition } from '../../../map/map-position.ts';
import type { PatrolState } from '../state/patrol-state.ts';

/** How a person views the screen, without influence on its content. */
export interface PatrolView {
  readonly baseLayer: BaseLayerName;
  /**
   * The position to which the person moved the map, or null where the area or the result decides.
   */
  readonly position: MapPosition | null;
  readonly ofRun: ViewOfRun;
}

export interface ViewOfRun {
  readonly runId: string | null;
  /**
   * The position of the line between before and after, as a share of the map's width from 0 to 1,
   * or null without a line.
   */
  readonly swipeShare: number | null;
  /** The rank of the marked patch. */
  readonly patchId: number | null;
  /** Kinds of change that the map does not show. */
  readonly hiddenKinds: readonly ChangeKind[];
}

const untouched = { swipeShare: null, patchId: null, hiddenKinds: [] } as const;

/** The parameters that this file writes. */
export const viewNames = ['swipe', 'patch', 'hide', 'base', 'view'] as const;

const lightBaseLayer: BaseLayerName = 'satellite';
/** The base map of those who have chosen none. */
const defaultBaseLayer = (): BaseLayerName => (isDarkTheme() ? 'dark' : lightBaseLayer);
const kindSeparator = '.';
const maxPatchDigits = 7;

/** Writes the view into the address, beside the parameters of the state. Defaults are left out. */
export function writeView(
  current: URLSearchParams,
  state: PatrolState,
  view: PatrolView,
): URLSearchParams {
  const { swipeShare, patchId, hiddenKinds } = viewOfRun(runIdOf(state), view);
  // In a dark theme every base map is named, so that those with a light one see the same.
  const isPlain = view.baseLayer === lightBaseLayer && defaultBaseLayer() === lightBaseLayer;
  const values: Record<(typeof viewNames)[number], string | null> = {
    swipe: swipeShare === null ? null : String(Number((swipeShare * 100).toFixed(1))),
    patch: patchId === null ? null : String(patchId),
    hide: hiddenKinds.length === 0 ? null : hiddenKinds.join(kindSeparator),
    base: isPlain ? null : view.baseLayer,
    view: view.position === null ? null : writePosition(view.position),
  };
  return withParameters(current, values);
}

/** Reads the view of an address. Missing and invalid parameters get their defaults. */
export function readView(parameters: URLSearchParams): PatrolView {
  const base = parameters.get('base');
  const hidden = parameters.get('hide')?.split(kindSeparator) ?? [];
  return {
    baseLayer: isBaseLayer(base) ? base : defaultBaseLayer(),
    position: readPosition(parameters.get('view')),
    ofRun: {
      runId: parameters.get('run'),
      swipeShare: readShare(parameters.get('swipe')),
      patchId: readPatch(parameters.get('patch')),
      hiddenKinds: paletteKinds.filter((kind) => hidden.includes(kind)),
    },
  };
}

/** The view of this run, or the default view if the given one belongs to another run. */
export function viewOfRun(runId: string | null, { ofRun }: PatrolView): ViewOfRun {
  return runId !== null && runId === ofRun.runId ? ofRun : { ...untouched, runId };
}

/** The id of the state's run, if there is one. */
export function runIdOf(state: PatrolState): string | null {
  return 'runId' in state ? state.runId : null;
}

function isBaseLayer(text: string | null): text is BaseLayerName {
  return text !== null && Object.hasOwn(baseLayerLabels, text);
}

function readShare(text: string | null): number | null {
  if (text === null || !/^\d{1,3}(\.\d{1,3})?$/.test(text)) return null;
  return Math.min(1, Number(text) / 100);
}

function readPatch(text: string | null): number | null {
  const isRank = text !== null && text.length <= maxPatchDigits && /^[1-9]\d*$/.test(text);
  return isRank ? Number(text) : null;
}
