import { messages } from '@refugia/contract/messages.ts';
import {
  valueMapperErrorLabels as labels,
  type ValueMapperErrorLabel,
} from '@refugia/contract/value-mapper/errors.ts';
import type { DataLayer, ValueMap, ValueProject } from '@refugia/contract/value-mapper/projects.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { LatestSaver } from '../../../lib/latest-saver.ts';
import { Store } from '../../../lib/store.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { ProjectCalls } from '../calls/calls.ts';
import { LabelledError, labelled, reported, showFailure } from '../calls/failure.ts';
import { isShowable, type MapLayer, matchLayers, movedLayers } from '../state/map-layer.ts';
import { readCenter } from '../state/map-view.ts';

export interface ProjectState {
  readonly project: ValueProject | null;
  readonly map: ValueMap | null;
  /** Ordered from the lowest on the map to the uppermost. */
  readonly layers: readonly MapLayer[];
}

/**
 * One open project: what the screen shows of it, and the calls that change it. A change that the
 * screen shows at once is undone, with a toast, if the server refuses it. The store is independent
 * of React and of the map.
 */
export class ProjectStore extends Store<ProjectState> {
  readonly projectId: number;
  readonly #calls: ProjectCalls;
  readonly #mapSaver = new LatestSaver<Omit<ValueMap, 'id'>>((changes) => this.#saveMap(changes));

  constructor(projectId: number, calls: ProjectCalls) {
    super({ project: null, map: null, layers: [] });
    this.projectId = projectId;
    this.#calls = calls;
  }

  /** Fetches the project's title and summary. */
  async loadProject(signal: AbortSignal): Promise<void> {
    const project = await this.#calls.fetchProject(this.projectId, signal);
    this.#update({ project });
  }

  /**
   * Fetches the project's base map, centre and zoom.
   * @throws {LabelledError} for a centre that cannot be read
   */
  async loadMap(signal: AbortSignal): Promise<void> {
    const map = await this.#calls.fetchMap(this.projectId, signal);
    try {
      readCenter(map);
    } catch (error) {
      throw new LabelledError(labels.setMapDataOnInit, error);
    }
    this.#update({ map });
  }

  /**
   * Fetches the project's layers with their rasters.
   * @throws {LabelledError} for a failed call for rasters or valued rasters
   */
  async loadLayers(signal: AbortSignal): Promise<void> {
    const [layers, rasters, valued] = await Promise.all([
      this.#calls.fetchLayers(this.projectId, signal),
      labelled(labels.getRastersOnInit, this.#calls.fetchRasters(this.projectId, signal)),
      labelled(
        labels.getValuedRastersOnInit,
        this.#calls.fetchValuedRasters(this.projectId, signal),
      ),
    ]);
    this.#update({ layers: matchLayers(layers, rasters, valued) });
  }

  layer(layerId: number): MapLayer | undefined {
    return this.getState().layers.find(({ layer }) => layer.id === layerId);
  }

  /** The layers whose pictures belong on the map. */
  shownLayers(): readonly MapLayer[] {
    return this.getState().layers.filter((each) => each.layer.is_visible && isShowable(each));
  }

  /**
   * Changes title or description.
   * @throws the call's error, after it was shown, so that the field stays open
   */
  async changeProject(changes: Partial<Pick<ValueProject, 'title' | 'summary'>>): Promise<void> {
    const label = changes.title === undefined ? labels.putSummary : labels.putTitle;
    await reported(label, this.#calls.updateProject(this.projectId, changes));
    const { project } = this.getState();
    if (project) this.#update({ project: { ...project, ...changes } });
  }

  /** Deletes the project. @throws the call's error, after it was shown */
  async deleteProject(): Promise<void> {
    await reported(labels.deleteProject, this.#calls.deleteProject(this.projectId));
    showToast('success', messages.valueMapper.projectDeleted);
  }

  /** Saves base map, centre and zoom. Of quick changes only the last one is saved. */
  async changeMap(changes: Partial<Omit<ValueMap, 'id'>>): Promise<void> {
    const { map } = this.getState();
    if (map === null) return;
    this.#update({ map: { ...map, ...changes } });
    this.#mapSaver.keep(changes);
    await this.#mapSaver.send();
  }

  /** Keeps the view during a movement, for a person who leaves before its end. */
  keepView(view: Pick<ValueMap, 'last_center_coords' | 'last_zoom'>): void {
    this.#mapSaver.keep(view);
  }

  /** Sends the changes of the map that still wait, for a person who leaves. */
  leaveMap(): void {
    void this.#mapSaver.sendNow();
  }

  async #saveMap(changes: Partial<Omit<ValueMap, 'id'>>): Promise<void> {
    const { map } = this.getState();
    if (map === null) return;
    const label = changes.base_layer === undefined ? labels.putZoomAndCenter : labels.putBaseLayer;
    await this.#calls.updateMap(map.id, changes).catch((error) => showFailure(label, error));
  }

  /**
   * Changes the name or the unit of a layer.
   * @throws the call's error, after it was shown, so that the field stays open
   */
  async rename(
    layerId: number,
    changes: Partial<Pick<DataLayer, 'label' | 'unit'>>,
  ): Promise<void> {
    await reported(labels.putLabel, this.#calls.updateLayer(layerId, changes));
    this.#change(layerId, changes);
  }

  /** Shows or hides a layer, once the server has saved it. */
  async toggleVisible(layerId: number): Promise<void> {
    const entry = this.layer(layerId);
    if (entry === undefined) return;
    const is_visible = !entry.layer.is_visible;
    const call = this.#calls.updateLayer(layerId, { is_visible });
    await this.#attempt(labels.putIsVisible, call, () => this.#change(layerId, { is_visible }));
  }

  /** Changes the layer's background colour to the one that the server chooses. */
  async cycleColour(layerId: number): Promise<void> {
    const call = this.#calls.updateLayerColour(layerId);
    await this.#attempt(labels.putColor, call, (img_background_color) =>
      this.#change(layerId, { img_background_color }),
    );
  }

  /** Shows an opacity on the map alone, while its slider moves. */
  showOpacity(layerId: number, opacity: number): void {
    this.#change(layerId, { opacity });
  }

  async saveOpacity(layerId: number, opacity: number): Promise<void> {
    this.#change(layerId, { opacity });
    await this.#attempt(labels.putDisplay, this.#calls.updateLayerDisplay(layerId, { opacity }));
  }

  /** Moves a layer to another place in the order. A refused move is undone. */
  async move(layerId: number, position: number): Promise<void> {
    const before = this.getState().layers;
    this.#update({ layers: movedLayers(before, layerId, position) });
    const call = this.#calls.updateLayerDisplay(layerId, { position });
    await reported(labels.putDisplay, call).catch(() => this.#update({ layers: before }));
  }

  /**
   * Deletes a layer. One that was deleted elsewhere meanwhile only leaves the screen.
   * @throws the call's error, after it was shown
   */
  async deleteLayer(layerId: number): Promise<void> {
    const deletion = this.#calls.deleteLayer(layerId).catch((error) => {
      if (!(error instanceof RequestRefusedError && error.status === 404)) throw error;
    });
    await reported(labels.deleteDataLayer, deletion);
    this.dropLayer(layerId);
    showToast('success', messages.valueMapper.dataLayerDeleted);
  }

  dropLayer(layerId: number): void {
    this.#update({ layers: this.getState().layers.filter(({ layer }) => layer.id !== layerId) });
  }

  /** Adds a new layer, or replaces the former version of one. */
  putLayer(layer: DataLayer): void {
    if (this.layer(layer.id)) this.#change(layer.id, layer);
    else
      this.#update({ layers: [...this.getState().layers, { layer, raster: null, valued: null }] });
  }

  async refreshRaster(layerId: number): Promise<void> {
    const rasterId = this.layer(layerId)?.raster?.id;
    if (rasterId === undefined) return;
    await this.#attempt(labels.loadRaster, this.#calls.fetchRaster(rasterId), (raster) =>
      this.putRaster(raster),
    );
  }

  async refreshValued(layerId: number): Promise<void> {
    const call = this.#calls.fetchValuedRasters(this.projectId);
    await this.#attempt(labels.loadValuedRaster, call, (all) =>
      this.putValued(layerId, all.find((each) => each.data_layer === layerId) ?? null),
    );
  }

  /** Adds a layer's raster, or replaces it. */
  putRaster(raster: ValueRaster): void {
    this.#replace(raster.data_layer, (entry) => ({ ...entry, raster }));
  }

  /** Adds a layer's valued raster, replaces it, or removes it with null. */
  putValued(layerId: number, valued: ValuedRaster | null): void {
    this.#replace(layerId, (entry) => ({ ...entry, valued }));
  }

  #change(layerId: number, changes: Partial<DataLayer>): void {
    this.#replace(layerId, (entry) => ({ ...entry, layer: { ...entry.layer, ...changes } }));
  }

  #replace(layerId: number, change: (entry: MapLayer) => MapLayer): void {
    const layers = this.getState().layers.map((entry) =>
      entry.layer.id === layerId ? change(entry) : entry,
    );
    this.#update({ layers });
  }

  #update(changes: Partial<ProjectState>): void {
    this.setState({ ...this.getState(), ...changes });
  }

  /** Waits for a call, and shows its failure. */
  async #attempt<Reply>(
    label: ValueMapperErrorLabel,
    call: Promise<Reply>,
    onDone: (reply: Reply) => void = () => {},
  ): Promise<void> {
    await reported(label, call).then(onDone, () => {});
  }
}
