import { areaSquareMeters } from '@refugia/engine/geo/measures.ts';
import { Check, Undo2, X } from 'lucide-react';
import { useRef } from 'react';
import { useTouch } from '../../../lib/use-touch.ts';
import styles from '../../../map/drawing/drawing.module.css';
import { FlatRectangle } from '../../../map/drawing/flat-rectangle.tsx';
import {
  isPathTool,
  placeKeys,
  type ShapeTool,
  shapeHints,
  shapeTouchHints,
} from '../../../map/drawing/shape-tools.ts';
import type { ShapeSketch } from '../../../map/drawing/use-shape-tool.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { usePlaceBesideColumns } from './use-place-beside-columns.ts';

interface ShapeBarProps {
  tool: ShapeTool;
  sketch: ShapeSketch;
  /** Whether the features to snap to are still loading. */
  isSnapPending: boolean;
  /** Whether there are more features in view than the tool snaps to. */
  isSnappingInPart: boolean;
  onDone: () => void;
}

/**
 * The bar of the tool in hand: instructions, the size of the shape so far, and buttons for what the
 * keys do.
 */
export function ShapeBar(props: ShapeBarProps) {
  const { tool, sketch, isSnapPending, isSnappingInPart, onDone } = props;
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
        <div className={styles.actions}>
          {removeLast && (
            <Button kind="text" size="sm" icon={<Icon of={Undo2} size="sm" />} onPress={removeLast}>
              Last corner
            </Button>
          )}
          {isEditing ? (
            <Button size="sm" icon={<Icon of={Check} size="sm" />} onPress={onDone}>
              Done
            </Button>
          ) : (
            <Button kind="text" size="sm" icon={<Icon of={X} size="sm" />} onPress={onDone}>
              Cancel
            </Button>
          )}
          {finish && (
            <Button size="sm" icon={<Icon of={Check} size="sm" />} onPress={finish}>
              Finish
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
