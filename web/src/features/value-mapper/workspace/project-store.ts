import { messages } from '@refugia/contract/messages.ts';
import {
  valueMapperErrorLabels as labels,
  type ValueMapperErrorLabel,
} from '@refugia/contract/value-mapper/errors.ts';
import type { DataLayer, ValueMap, ValueProject } from '@refugia/contract/value-mapper/projects.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import { showToast } from '../../../ui/toast.tsx';
import { showFailure } from '../calls/failure.ts';
import { isShowable, type MapLayer, matchLayers, movedLayers } from '../state/map-layer.ts';
import type { ProjectCalls } from './project-calls.ts';

export interface ProjectState {
  readonly project: ValueProject | null;
  readonly map: ValueMap | null;
  /** From the lowest on the map to the uppermost. */
  readonly layers: readonly MapLayer[];
}

/**
 * One open project: what the screen shows of it, and the calls that change it. What a person sees at
 * once and the server refuses is taken back, with a toast. Knows no React and no map.
 */
export class ProjectStore {
  readonly projectId: number;
  readonly #calls: ProjectCalls;
  readonly #listeners = new Set<() => void>();
  #state: ProjectState = { project: null, map: null, layers: [] };
  /** The last of the map's changes that waits for the one before it. */
  #mapChanges: Promise<unknown> = Promise.resolve();
  #waitingMapChange: Partial<Omit<ValueMap, 'id'>> | null = null;

  constructor(projectId: number, calls: ProjectCalls) {
    this.projectId = projectId;
    this.#calls = calls;
  }

  getState = (): ProjectState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async loadProject(signal: AbortSignal): Promise<void> {
    const project = await this.#calls.fetchProject(this.projectId, signal);
    this.#update({ project });
  }

  async loadMap(signal: AbortSignal): Promise<void> {
    this.#update({ map: await this.#calls.fetchMap(this.projectId, signal) });
  }

  async loadLayers(signal: AbortSignal): Promise<void> {
    const [layers, rasters, valued] = await Promise.all([
      this.#calls.fetchLayers(this.projectId, signal),
      this.#calls.fetchRasters(this.projectId, signal),
      this.#calls.fetchValuedRasters(this.projectId, signal),
    ]);
    this.#update({ layers: matchLayers(layers, rasters, valued) });
  }

  layer(layerId: number): MapLayer | undefined {
    return this.#state.layers.find(({ layer }) => layer.id === layerId);
  }

  /** Layers whose picture belongs on the map. */
  shownLayers(): readonly MapLayer[] {
    return this.#state.layers.filter((each) => each.layer.is_visible && isShowable(each));
  }

  /** @throws what the call did, once it has been shown, so that the field stays open */
  async changeProject(changes: Partial<Pick<ValueProject, 'title' | 'summary'>>): Promise<void> {
    const label = changes.title === undefined ? labels.putSummary : labels.putTitle;
    await this.#told(label, this.#calls.changeProject(this.projectId, changes));
    if (this.#state.project) this.#update({ project: { ...this.#state.project, ...changes } });
  }

  async deleteProject(): Promise<void> {
    await this.#told(labels.deleteProject, this.#calls.deleteProject(this.projectId));
    showToast('success', messages.valueMapper.projectDeleted);
  }

  /** Keeps base map, centre and zoom. Of moves that follow each other quickly the last one counts. */
  async changeMap(changes: Partial<Omit<ValueMap, 'id'>>): Promise<void> {
    const { map } = this.#state;
    if (map === null) return;
    this.#update({ map: { ...map, ...changes } });
    const isWaiting = this.#waitingMapChange !== null;
    this.#waitingMapChange = { ...this.#waitingMapChange, ...changes };
    if (isWaiting) return;
    this.#mapChanges = this.#mapChanges.then(async () => {
      const waiting = this.#waitingMapChange ?? {};
      this.#waitingMapChange = null;
      const label =
        waiting.base_layer === undefined ? labels.putZoomAndCenter : labels.putBaseLayer;
      await this.#calls.changeMap(map.id, waiting).catch((error) => showFailure(label, error));
    });
    await this.#mapChanges;
  }

  /** @throws what the call did, once it has been shown, so that the field stays open */
  async rename(layerId: number, label: string): Promise<void> {
    await this.#told(labels.putLabel, this.#calls.changeLayer(layerId, { label }));
    this.#change(layerId, { label });
  }

  /** Saved to the server first. */
  async toggleVisible(layerId: number): Promise<void> {
    const entry = this.layer(layerId);
    if (entry === undefined) return;
    const is_visible = !entry.layer.is_visible;
    const call = this.#calls.changeLayer(layerId, { is_visible });
    await this.#told(labels.putIsVisible, call).then(
      () => this.#change(layerId, { is_visible }),
      () => {},
    );
  }

  /** The server chooses the next colour. */
  async cycleColour(layerId: number): Promise<void> {
    await this.#told(labels.putColor, this.#calls.changeColour(layerId)).then(
      (img_background_color) => this.#change(layerId, { img_background_color }),
      () => {},
    );
  }

  /** While its slider moves: on the map alone. */
  showOpacity(layerId: number, opacity: number): void {
    this.#change(layerId, { opacity });
  }

  async saveOpacity(layerId: number, opacity: number): Promise<void> {
    this.#change(layerId, { opacity });
    await this.#told(labels.putDisplay, this.#calls.changeDisplay(layerId, { opacity })).catch(
      () => {},
    );
  }

  async move(layerId: number, position: number): Promise<void> {
    const before = this.#state.layers;
    this.#update({ layers: movedLayers(before, layerId, position) });
    await this.#told(labels.putDisplay, this.#calls.changeDisplay(layerId, { position })).catch(
      () => this.#update({ layers: before }),
    );
  }

  /** @throws what the call did, once it has been shown */
  async deleteLayer(layerId: number): Promise<void> {
    await this.#told(labels.deleteDataLayer, this.#calls.deleteLayer(layerId));
    this.dropLayer(layerId);
    showToast('success', messages.valueMapper.dataLayerDeleted);
  }

  dropLayer(layerId: number): void {
    this.#update({ layers: this.#state.layers.filter(({ layer }) => layer.id !== layerId) });
  }

  /** A layer that was just made, or what it has become. */
  putLayer(layer: DataLayer): void {
    if (this.layer(layer.id)) this.#change(layer.id, layer);
    else this.#update({ layers: [...this.#state.layers, { layer, raster: null, valued: null }] });
  }

  /** Fetches the state of a layer's raster. If this fails, the call that follows tells the person. */
  async refreshRaster(layerId: number): Promise<void> {
    const rasterId = this.layer(layerId)?.raster?.id;
    if (rasterId === undefined) return;
    await this.#calls.fetchRaster(rasterId).then(
      (raster) => this.putRaster(raster),
      () => {},
    );
  }

  putRaster(raster: ValueRaster): void {
    this.#replace(raster.data_layer, (entry) => ({ ...entry, raster }));
  }

  putValued(layerId: number, valued: ValuedRaster | null): void {
    this.#replace(layerId, (entry) => ({ ...entry, valued }));
  }

  #change(layerId: number, changes: Partial<DataLayer>): void {
    this.#replace(layerId, (entry) => ({ ...entry, layer: { ...entry.layer, ...changes } }));
  }

  #replace(layerId: number, change: (entry: MapLayer) => MapLayer): void {
    const layers = this.#state.layers.map((entry) =>
      entry.layer.id === layerId ? change(entry) : entry,
    );
    this.#update({ layers });
  }

  #update(changes: Partial<ProjectState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  async #told<Reply>(label: ValueMapperErrorLabel, call: Promise<Reply>): Promise<Reply> {
    try {
      return await call;
    } catch (error) {
      showFailure(label, error);
      throw error;
    }
  }
}
