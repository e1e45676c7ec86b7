import { limits } from '@refugia/contract/limits.ts';
import type { ValueLayerStatus } from '../../../map/value-layer/value-layer.ts';

const { imageLoadedMilliseconds } = limits.valueMapper;

/** Records what the map reports about its layers' pictures, for code that waits for them. */
export class ImageWatch {
  readonly #statuses = new Map<number, ValueLayerStatus>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();
  /** Layers whose failure was reported, until their pictures have loaded again. */
  readonly #reported = new Set<number>();
  readonly #onFailure: () => void;
  #canDraw = true;

  /** @param onFailure is called when a picture has failed and nobody waits who would report it */
  constructor(onFailure: () => void) {
    this.#onFailure = onFailure;
  }

  tell = (layerId: number, status: ValueLayerStatus): void => {
    clearTimeout(this.#timers.get(layerId));
    if (status === 'loaded') this.#reported.delete(layerId);
    if (status === 'failed' && this.#listeners.size === 0 && !this.#reported.has(layerId)) {
      this.#reported.add(layerId);
      this.#onFailure();
    }
    if (status === 'loaded') {
      const timer = setTimeout(() => this.#set(layerId, 'loaded'), imageLoadedMilliseconds);
      this.#timers.set(layerId, timer);
    } else {
      this.#set(layerId, status);
    }
  };

  /** Forgets a layer's picture, which was removed from the map or is made anew. */
  forget(layerId: number): void {
    clearTimeout(this.#timers.get(layerId));
    this.#statuses.delete(layerId);
  }

  /** A browser without WebGL shows no pictures, so nobody has to wait for them. */
  cannotDraw(): void {
    this.#canDraw = false;
    this.check();
  }

  /**
   * Resolves when the pictures of all these layers have loaded.
   * @param layerIds is called at each change, because layers may be added, removed and hidden
   * meanwhile
   * @throws Error with a sentence for the person when one of the pictures has failed
   */
  async loaded(layerIds: () => readonly number[], signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const statuses = layerIds().map((id) => this.#statuses.get(id));
      if (statuses.length > 0 && !this.#canDraw) {
        throw new Error('This browser cannot draw the map: WebGL 2 is missing or switched off.');
      }
      if (statuses.includes('failed')) {
        throw new Error('The picture of a layer could not be loaded. Check the connection.');
      }
      if (statuses.every((status) => status === 'loaded')) return;
      await this.#change(signal);
    }
  }

  /** Makes waiting code check again, for example after a layer was hidden. */
  check = (): void => {
    for (const listener of this.#listeners) listener();
  };

  #set(layerId: number, status: ValueLayerStatus): void {
    this.#statuses.set(layerId, status);
    this.check();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#listeners.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#listeners.add(done);
      signal.addEventListener('abort', done);
    });
  }
}
