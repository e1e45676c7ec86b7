import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { Crosshair, finishKeyText } from '../../../map/drawing/crosshair.tsx';
import { isStretched } from '../../../map/drawing/shape-tools.ts';
import { ShapeSketchLayer } from '../../../map/drawing/sketch.tsx';
import { useShapeTool } from '../../../map/drawing/use-shape-tool.ts';
import { VertexHandles } from '../../../map/drawing/vertex-handles.tsx';
import { useEngine } from '../../../map/map-events.ts';
import type { LngLat } from '../../../map/places.ts';
import { latePart } from '../../../ui/states/late-part.tsx';
import { loadDrawingTarget } from './late-tools.ts';
import { ShapeBar } from './shape-bar.tsx';
import { type MapEditing, worksOnFeature } from './use-map-editing.ts';
import { useFeaturesInView, useSnapping } from './use-snapping.ts';

interface ToolInHandProps {
  editing: MapEditing;
  barPlace: HTMLElement | null;
}

const nowhere: readonly LngLat[] = [];

const DrawingTarget = latePart(loadDrawingTarget);

/** The part of the tool in hand that works on the map. */
export function ToolInHand({ editing, barPlace }: ToolInHandProps) {
  const map = useEngine();
  const { tool, takeTool, selected, draft } = editing;
  // Rectangles are stretched freely.
  const isSnapping = editing.isSnapping && !isStretched(tool);
  const inView = useFeaturesInView(isSnapping ? map : undefined);
  const near = useMemo(
    () => new Map([...inView.features, ...editing.features]),
    [inView.features, editing.features],
  );
  const snap = useSnapping(map, near, selected?.id ?? null, editing.isSnapping);
  const sketch = useShapeTool({
    map,
    tool,
    snap,
    isSnapPending: inView.isPending,
    onFinish: editing.finish,
    onCancel: () => takeTool(null),
  });
  if (!map || tool === null) return null;
  const isEditing = tool === 'vertices';
  const geometry = selected?.state.geometry ?? null;
  return (
    <>
      {barPlace &&
        createPortal(
          <ShapeBar
            tool={tool}
            sketch={sketch}
            isSnapPending={inView.isPending}
            isSnappingInPart={inView.isTooMany}
            onDone={() => takeTool(null)}
          >
            {!worksOnFeature(tool) && (
              <DrawingTarget
                drawsSeveral={editing.drawsSeveral}
                onDrawSeveral={editing.setDrawsSeveral}
              />
            )}
          </ShapeBar>,
          barPlace,
        )}
      <ShapeSketchLayer
        geometry={isEditing ? (draft ?? geometry) : sketch.geometry}
        corners={sketch.corners}
        faults={sketch.fault?.places ?? nowhere}
      />
      {!isEditing && (
        <Crosshair
          map={map}
          keyText={isStretched(tool) && sketch.geometry ? finishKeyText : undefined}
        />
      )}
      {isEditing && geometry && (
        <VertexHandles
          map={map}
          shape={geometry}
          snap={snap}
          isSnapPending={inView.isPending}
          onDraft={editing.setDraft}
          onEdit={editing.changeGeometry}
        />
      )}
    </>
  );
}
