import { createContext, type RefObject, useContext } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { Rectangle } from '../../../map/places.ts';
import type { ValueLayersHandle } from '../../../map/value-layer/value-layers.tsx';
import type { MapLayer } from '../state/map-layer.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';
import type { CombinedStore } from './combined-store.ts';
import type { ImageWatch } from './image-watch.ts';
import type { ProjectState, ProjectStore } from './project-store.ts';
import type { TaskStore } from './task-store.ts';
import type { ZonesStore } from './zones-store.ts';

/** A layer, and the settings of its dialog that are not stored yet. */
export interface Previewed {
  readonly layerId: number;
  readonly settings: ValuationSettings;
}

/** The objects that the parts of an open project's screen share. */
export interface Workspace {
  readonly store: ProjectStore;
  readonly combined: CombinedStore;
  readonly zones: ZonesStore;
  readonly tasks: TaskStore;
  readonly images: ImageWatch;
  /** The layers on the map, or null while there is no map. */
  readonly mapLayers: RefObject<ValueLayersHandle | null>;
  /** The layer whose valuation is being chosen, with what is chosen so far; null while there is none. */
  readonly previewed: RefObject<Previewed | null>;
  /** Flies to a raster or a zone, at the specification's zoom for its box or with the whole box in view. */
  find(box: Rectangle): void;
  /** Whether a view-only link shows the project, so that nothing of it can be changed. */
  readonly isShared: boolean;
}

const Context = createContext<Workspace | null>(null);

export const WorkspaceProvider = Context.Provider;

/** The objects that the parts of the open project's screen share. */
export function useWorkspace(): Workspace {
  const workspace = useContext(Context);
  if (workspace === null) throw new Error('There is no open project around this part.');
  return workspace;
}

/** A layer of the open project, kept up to date; undefined once it is gone. */
export function useLayer(layerId: number): MapLayer | undefined {
  return useProject().layers.find(({ layer }) => layer.id === layerId);
}

/** The open project's state, kept up to date. */
export function useProject(): ProjectState {
  return useStore(useWorkspace().store);
}
