import type { CustomLayerInterface } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useEngine } from '../map-events.ts';

interface SwipeClipProps {
  /** An id that is unique on the map. */
  id: string;
  /**
   * Layer ids in drawing order. Layers from the first on show left of the line, those from the
   * second on right of it, and those from the third on everywhere.
   */
  layers: readonly [left: string, right: string, whole: string];
  /** The position of the line as a share of the map's width, 0 to 1. */
  share: number;
}

type Side = 'left' | 'right' | 'whole';

/**
 * Clips layers at a line. Before each of the given layers it adds a layer without pixels that sets
 * the part of the canvas which may be drawn on. This needs one map and one set of tiles for both
 * sides.
 */
export function SwipeClip({ id, layers: [left, right, whole], share }: SwipeClipProps) {
  const engine = useEngine();
  /** A ref, because the map engine draws between two renderings. */
  const line = useRef(share);

  useEffect(() => {
    line.current = share;
    engine?.triggerRepaint();
  }, [engine, share]);

  useEffect(() => {
    if (!engine) return;
    const clips = (
      [
        ['left', left],
        ['right', right],
        ['whole', whole],
      ] as const
    ).map(([side, target]) => ({
      target,
      layer: clipLayer(`clip-${id}-${side}`, side, () => line.current),
    }));
    const remove = () => {
      for (const { layer } of clips) if (engine.getLayer(layer.id)) engine.removeLayer(layer.id);
    };
    // All three are added or none, because a clip that is not ended would cut all layers drawn
    // later.
    const place = () => {
      if (clips.every(({ layer }) => engine.getLayer(layer.id))) return;
      remove();
      if (!clips.every(({ target }) => engine.getLayer(target))) return;
      for (const { layer, target } of clips) engine.addLayer(layer, target);
    };
    place();
    engine.on('styledata', place);
    return () => {
      engine.off('styledata', place);
      // A map that is being removed has no style any more.
      if (engine.style) remove();
    };
  }, [engine, id, left, right, whole]);

  return null;
}

function clipLayer(id: string, side: Side, share: () => number): CustomLayerInterface {
  return {
    id,
    type: 'custom',
    renderingMode: '2d',
    render(gl) {
      const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
      const line = Math.round(share() * width);
      switch (side) {
        case 'left':
          gl.enable(gl.SCISSOR_TEST);
          gl.scissor(0, 0, line, height);
          break;
        case 'right':
          gl.enable(gl.SCISSOR_TEST);
          gl.scissor(line, 0, width - line, height);
          break;
        case 'whole':
          gl.disable(gl.SCISSOR_TEST);
      }
    },
  };
}
