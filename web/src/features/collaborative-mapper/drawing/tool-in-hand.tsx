import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import { Check, Undo2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTouch } from '../../../lib/use-touch.ts';
import { Crosshair, finishKeyText } from '../../../map/drawing/crosshair.tsx';
import styles from '../../../map/drawing/drawing.module.css';
import { FlatRectangle } from '../../../map/drawing/drawing-bar.tsx';
import {
  isPathTool,
  isStretched,
  placeKeys,
  type ShapeTool,
  shapeHints,
  shapeTouchHints,
} from '../../../map/drawing/shape-tools.ts';
import { ShapeSketchLayer } from '../../../map/drawing/sketch.tsx';
import { type ShapeSketch, useShapeTool } from '../../../map/drawing/use-shape-tool.ts';
import { VertexHandles } from '../../../map/drawing/vertex-handles.tsx';
import { useEngine } from '../../../map/map-events.ts';
import type { LngLat } from '../../../map/places.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { loadDrawingTarget } from './late-tools.ts';
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

interface ShapeBarProps {
  tool: ShapeTool;
  sketch: ShapeSketch;
  isSnapPending: boolean;
  /** Whether more features are in view than the tool snaps to. */
  isSnappingInPart: boolean;
  onDone: () => void;
  children?: ReactNode;
}

/** Says what to do with the tool and how large the shape is, with buttons for what the keys do. */
function ShapeBar(props: ShapeBarProps) {
  const { tool, sketch, isSnapPending, isSnappingInPart, onDone, children } = props;
  const { geometry, finish, removeLast } = sketch;
  const isEditing = tool === 'vertices';
  const isByTouch = useTouch();
  const aside = useRef<HTMLDivElement>(null);
  usePlaceBesideColumns(aside);
  return (
    <div ref={aside} className={styles.aside}>
      <div className={styles.bar}>
        <p className={styles.hint} role="status">
          {(isByTouch ? shapeTouchHints : shapeHints)[tool]}
          {!isByTouch && isPathTool(tool) && ` ${placeKeys}`}
          {isSnapPending && ' Loading the features in view to snap to …'}
          {isSnappingInPart && ' Zoom in to snap to all features in view.'}
        </p>
        {sketch.isFlat && <FlatRectangle />}
        {sketch.fault && (
          <p className={styles.refusal} role="status">
            {sketch.fault.reason} Finish waits: take the last corner back, or go on drawing.
          </p>
        )}
        {geometry?.type === 'Polygon' && (
          <dl className={styles.measures}>
            <div>
              <dt>Area</dt>
              <dd>
                <AreaSize hectares={areaSquareMeters(geometry) / 10_000} isSteady />
              </dd>
            </div>
          </dl>
        )}
        {children}
        <div className={styles.actions}>
          {removeLast && (
            <TextButton icon={Undo2} onPress={removeLast}>
              Last corner
            </TextButton>
          )}
          {isEditing ? (
            <PanelButton kind="primary" icon={Check} onPress={onDone}>
              Done
            </PanelButton>
          ) : (
            <TextButton icon={X} onPress={onDone}>
              Cancel
            </TextButton>
          )}
          {finish && (
            <PanelButton kind="primary" icon={Check} onPress={finish}>
              Finish
            </PanelButton>
          )}
        </div>
      </div>
    </div>
  );
}

/** Moves the bar to the left of the buttons where a short map has them in several columns. */
function usePlaceBesideColumns(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    const controls = element?.closest('[data-map-controls]');
    const first = element?.parentElement;
    if (!element || !controls || !first) return;
    const arrange = () => {
      const buttons = [...controls.querySelectorAll('button')].filter(
        (button) => !element.contains(button),
      );
      const left = Math.min(...buttons.map((button) => button.getBoundingClientRect().left));
      const columns = first.getBoundingClientRect().left - left;
      element.style.setProperty('--columns-beside', `${Math.max(0, columns)}px`);
    };
    const observer = new ResizeObserver(arrange);
    observer.observe(controls);
    return () => observer.disconnect();
  }, [bar]);
}
