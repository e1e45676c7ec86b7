import { createContext, type RefObject, useContext, useSyncExternalStore } from 'react';
import type { ValueLayersHandle } from '../../../map/value-layer/value-layers.tsx';
import type { Box } from '../state/zooms.ts';
import type { ImageWatch } from './image-watch.ts';
import type { ProjectState, ProjectStore } from './project-store.ts';

/** What the parts of an open project's screen share. */
export interface Workspace {
  readonly store: ProjectStore;
  readonly images: ImageWatch;
  /** The layers on the map; null while there is no map. */
  readonly mapLayers: RefObject<ValueLayersHandle | null>;
  /** Shows a raster: by the zoom that its box asks for, else all of the box. */
  find(box: Box): void;
}

const Context = createContext<Workspace | null>(null);

export const WorkspaceProvider = Context.Provider;

export function useWorkspace(): Workspace {
  const workspace = useContext(Context);
  if (workspace === null) throw new Error('There is no open project around this part.');
  return workspace;
}

export function useProject(): ProjectState {
  const { store } = useWorkspace();
  return useSyncExternalStore(store.subscribe, store.getState);
}
