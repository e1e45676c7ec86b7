import { areaSquareMeters, perimeterMeters } from '@refugia/engine/geo/measures.ts';
import { Check, Undo2, X } from 'lucide-react';
import { useTouch } from '../../lib/use-touch.ts';
import { PanelButton, TextButton } from '../../ui/actions/button.tsx';
import { AreaSize } from '../../ui/data/area-size.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import styles from './drawing.module.css';
import { type DrawingTool, type DrawingTools, isTooLong } from './drawing-tools.ts';
import { placeKeys, shapeHints, shapeTouchHints } from './shape-tools.ts';
import type { Drawing } from './use-drawing.ts';

/** The instructions for keys and a mouse. */
const hints: Record<DrawingTool, string> = {
  rectangle: shapeHints.rectangle,
  polygon: `${shapeHints.polygon} Escape stops. ${placeKeys}`,
  edit: shapeHints.vertices,
};

/** The instructions for touch screens, on which the buttons beside the hint replace the keys. */
const touchHints: Record<DrawingTool, string> = {
  rectangle: shapeTouchHints.rectangle,
  polygon: shapeTouchHints.polygon,
  edit: shapeTouchHints.vertices,
};

/** Shows what the tool does and how large the area is, with the keyboard's actions as buttons. */
export function DrawingBar({ tools, drawing }: { tools: DrawingTools; drawing: Drawing }) {
  const { tool, onToolChange, maxPerimeterMeters } = tools;
  const { shape, finish, removeLast } = drawing;
  const isByTouch = useTouch();
  if (tool === null) return null;
  return (
    <div className={styles.bar}>
      <p className={styles.hint} role="status">
        {(isByTouch ? touchHints : hints)[tool]}
      </p>
      {drawing.isFlat && <FlatRectangle />}
      {shape && (
        <dl className={styles.measures}>
          <div className={classNames(isTooLong(shape, maxPerimeterMeters) && styles.tooLong)}>
            <dt>Perimeter</dt>
            <dd>
              {kilometers(perimeterMeters(shape))}
              {Number.isFinite(maxPerimeterMeters) && (
                <span className={styles.limit}> of {kilometers(maxPerimeterMeters)}</span>
              )}
            </dd>
          </div>
          <div>
            <dt>Area</dt>
            <dd>
              <AreaSize hectares={areaSquareMeters(shape) / 10_000} isLarge isSteady />
            </dd>
          </div>
        </dl>
      )}
      <div className={styles.actions}>
        {tool === 'polygon' && (
          <TextButton
            icon={Undo2}
            keepsFocus
            isDisabled={removeLast === null}
            onPress={() => removeLast?.()}
          >
            Last corner
          </TextButton>
        )}
        {tool !== 'edit' && (
          <TextButton icon={X} onPress={() => onToolChange(null)}>
            Cancel
          </TextButton>
        )}
        {tool === 'polygon' && (
          <PanelButton
            kind="primary"
            icon={Check}
            isDisabled={finish === null}
            onPress={() => finish?.()}
          >
            Finish
          </PanelButton>
        )}
        {tool === 'edit' && (
          <PanelButton kind="primary" icon={Check} onPress={() => onToolChange(null)}>
            Done
          </PanelButton>
        )}
      </div>
    </div>
  );
}

/** A number with one decimal below a thousand, so that the words do not move as it grows. */
function figure(value: number): string {
  const decimals = value < 1_000 ? 1 : 0;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

function kilometers(meters: number): string {
  return `${figure(meters / 1_000)} km`;
}

/** Says why the second corner of a rectangle was refused. */
export function FlatRectangle() {
  return (
    <p className={styles.refusal} role="alert">
      There is no area between these two corners. Move on to the opposite corner, to the side as
      well as up or down.
    </p>
  );
}
