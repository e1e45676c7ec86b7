import type { Map as MapLibreMap } from 'maplibre-gl';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import { useEngine } from '../map-events.ts';
import type { CombinedAppearance, ValueAppearance } from './appearance.ts';
import { type Frame, ValueCanvas } from './value-canvas.ts';
import { ValueLayer, type ValueLayerStatus, type ValueSource } from './value-layer.ts';

export interface ValueLayerEntry {
  /** An id that is unique on the map. */
  readonly id: number;
  /** A new key makes the numbers be fetched again. */
  readonly sourceKey: string;
  readonly source: ValueSource;
  /** The appearance. It must stay the same object while nothing changes. */
  readonly appearance: ValueAppearance;
}

/** Methods of the layers that work without rendering, for changes that follow a slider. */
export interface ValueLayersHandle {
  /** Draws a layer with another appearance until its entry changes; null restores the entry's. */
  preview(id: number, appearance: ValueAppearance | null): void;
  /**
   * Draws a combination of layers in place of all layers, until it is null again.
   * @param second another one that is compared with it
   */
  combine(combined: CombinedAppearance | null, second?: SecondCombination | null): void;
  /** Requests failed tiles again. */
  retry(): void;
}

/** A combination that is compared with another one. */
interface SecondCombination {
  readonly appearance: CombinedAppearance;
  /** From this share of the map's width on it is drawn, 0 to 1. Null draws what it has more than the other one. */
  readonly fromShare: number | null;
}

interface ValueLayersProps {
  ref?: Ref<ValueLayersHandle>;
  /** The layers from the lowest to the uppermost, all above the base map. */
  entries: readonly ValueLayerEntry[];
  onStatus: (id: number, status: ValueLayerStatus) => void;
}

/** Draws rasters above the base map, coloured by the graphics card. */
export function ValueLayers({ ref, entries, onStatus }: ValueLayersProps) {
  const engine = useEngine();
  const [stack] = useState(() => new LayerStack());
  const tell = useEffectEvent(onStatus);
  useImperativeHandle(ref, () => stack, [stack]);
  useEffect(() => {
    if (engine === undefined) return;
    stack.attach(engine);
    return () => stack.detach();
  }, [stack, engine]);
  useEffect(() => stack.show(entries, (id, status) => tell(id, status)), [stack, entries]);
  return null;
}

interface Shown {
  readonly entry: ValueLayerEntry;
  readonly layer: ValueLayer;
}

class LayerStack implements ValueLayersHandle {
  #canvas: ValueCanvas | undefined;
  #shown: readonly Shown[] = [];
  #combined: CombinedAppearance | null = null;
  #second: SecondCombination | null = null;

  attach(map: MapLibreMap): void {
    this.#canvas = new ValueCanvas(map, this.#draw);
  }

  detach(): void {
    for (const { layer } of this.#shown) layer.close();
    this.#shown = [];
    this.#canvas?.close();
    this.#canvas = undefined;
  }

  show(
    entries: readonly ValueLayerEntry[],
    onStatus: (id: number, status: ValueLayerStatus) => void,
  ): void {
    const before = this.#shown;
    this.#shown = entries.map((entry) => {
      const known = before.find((each) => each.entry.id === entry.id);
      if (known === undefined || known.entry.sourceKey !== entry.sourceKey) {
        const layer = new ValueLayer(entry.source, entry.appearance, {
          onStatus: (status) => onStatus(entry.id, status),
          onChange: this.#drawSoon,
        });
        return { entry, layer };
      }
      if (known.entry.appearance !== entry.appearance) known.layer.setAppearance(entry.appearance);
      return { entry, layer: known.layer };
    });
    for (const { layer } of before) {
      if (!this.#shown.some((each) => each.layer === layer)) layer.close();
    }
    this.#drawSoon();
  }

  preview(id: number, appearance: ValueAppearance | null): void {
    const shown = this.#shown.find(({ entry }) => entry.id === id);
    shown?.layer.setAppearance(appearance ?? shown.entry.appearance);
  }

  combine(combined: CombinedAppearance | null, second: SecondCombination | null = null): void {
    if (combined === this.#combined && second === this.#second) return;
    this.#combined = combined;
    this.#second = second;
    this.#drawSoon();
  }

  retry(): void {
    for (const { layer } of this.#shown) layer.retry();
  }

  #draw = (frame: Frame): void => {
    const combined = this.#combined;
    if (combined === null) {
      for (const { layer } of this.#shown) layer.draw(frame);
      return;
    }
    const second = this.#second;
    if (second === null) {
      this.#drawCombined(frame, combined);
      return;
    }
    const { appearance, fromShare } = second;
    if (fromShare === null) {
      this.#drawCombined(frame, appearance, combined);
      return;
    }
    frame.painter.within([0, fromShare], () => this.#drawCombined(frame, combined));
    frame.painter.within([fromShare, 1], () => this.#drawCombined(frame, appearance));
  };

  #drawCombined(
    frame: Frame,
    combined: CombinedAppearance,
    subtracted: CombinedAppearance | null = null,
  ): void {
    const paintParts = ({ parts }: CombinedAppearance) => {
      for (const part of parts) {
        this.#shown.find(({ entry }) => entry.id === part.id)?.layer.drawPart(frame, part);
      }
    };
    frame.painter.paintCombined(combined, paintParts, subtracted);
  }

  #drawSoon = (): void => this.#canvas?.drawSoon();
}
