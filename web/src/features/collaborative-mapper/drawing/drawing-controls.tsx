import {
  Circle,
  type LucideIcon,
  Magnet,
  MapPin,
  Pentagon,
  Redo2,
  Scissors,
  Spline,
  SquareDashed,
  SquareDashedMousePointer,
  SquareDot,
  SquarePen,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useRef } from 'react';
import { firstEnabled, useLanding } from '../../../lib/use-landing.ts';
import { MapButton, MapToolbar } from '../../../map/controls/map-button.tsx';
import controlStyles from '../../../map/controls/map-controls.module.css';
import type { ShapeTool } from '../../../map/drawing/shape-tools.ts';
import { isInSaved, isInUntouched, isWriting } from '../../../map/is-writing.ts';
import { usePageKeys } from '../../../map/map-events.ts';
import {
  drawingKeys,
  useLetterKeys,
  useListedShortcuts,
} from '../../../map/shortcuts/shortcuts.ts';
import { chosenFeatures } from '../workspace/chosen-features.ts';
import type { MapEditing } from './use-map-editing.ts';
import type { UndoSteps } from './use-undo-steps.ts';

interface DrawingControlsProps {
  editing: MapEditing;
  /** Undefined for people who cannot undo. */
  undo: UndoSteps | undefined;
  /** Called with the element that shows the bar of the tool in hand. */
  onBarPlace: (place: HTMLElement | null) => void;
}

/** Each tool with its button, and the letter that takes it. */
const newShapes: readonly (readonly [ShapeTool, string, LucideIcon, string])[] = [
  ['marker', 'Draw a marker', MapPin, 'M'],
  ['line', 'Draw a line', Spline, 'L'],
  ['polygon', 'Draw a polygon', Pentagon, 'P'],
  ['rectangle', 'Draw a rectangle', SquareDashed, 'R'],
  ['circle', 'Draw a circle', Circle, 'C'],
];

/** The buttons of the tools that draw and edit features. `ToolInHand` is their part on the map. */
export function DrawingControls({ editing, undo, onBarPlace }: DrawingControlsProps) {
  const { tool, takeTool, selected } = editing;
  useEscape(editing);
  const whole = useRef<HTMLDivElement>(null);
  const inHand = useRef<HTMLDivElement>(null);
  useLanding(whole, (controls) => firstEnabled(inHand.current ?? controls));
  const type = selected?.state.geometry?.type;
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  const isLine = type === 'LineString' || type === 'MultiLineString';
  useDrawingKeys(editing);
  const toolButton = (name: ShapeTool, label: string, icon: LucideIcon, isDisabled = false) => (
    <MapButton
      key={name}
      icon={icon}
      label={label}
      isPressed={tool === name}
      isDisabled={isDisabled}
      onPress={() => takeTool(tool === name ? null : name)}
    />
  );
  return (
    <div className={controlStyles.together} ref={whole}>
      <div className={controlStyles.beside} ref={onBarPlace}>
        <MapToolbar label="New shapes">
          {newShapes.map(([name, label, icon]) => toolButton(name, label, icon))}
        </MapToolbar>
      </div>
      {selected && (
        <MapToolbar ref={inHand} label="The feature in hand">
          {toolButton('vertices', 'Edit the vertices', SquarePen)}
          {toolButton('hole', 'Cut a hole', SquareDot, !isArea)}
          {toolButton('split', 'Split with a line', Scissors, !isArea && !isLine)}
          <MapButton
            icon={Trash2}
            label="Delete the feature"
            onPress={() => editing.change(null)}
          />
        </MapToolbar>
      )}
      <MapToolbar label="Choice, snapping and steps">
        {/* Beside a feature in hand, a phone has no place for one more button in two columns. */}
        {!selected && toolButton('box', 'Choose with a box', SquareDashedMousePointer)}
        <MapButton
          icon={Magnet}
          label="Snap to features"
          isPressed={editing.isSnapping}
          onPress={() => editing.setSnapping(!editing.isSnapping)}
        />
        {undo && <UndoButtons undo={undo} />}
      </MapToolbar>
    </div>
  );
}

function useDrawingKeys({ takeTool, selected, drawsSeveral, setDrawsSeveral }: MapEditing): void {
  useListedShortcuts(drawingKeys);
  useLetterKeys(drawingKeys.title, [
    { keys: 'B', does: 'Choose with a box', run: () => takeTool('box') },
    ...newShapes.map(([name, does, , keys]) => ({ keys, does, run: () => takeTool(name) })),
    { keys: 'S', does: 'Draw several, or only one', run: () => setDrawsSeveral(!drawsSeveral) },
    ...(selected
      ? [{ keys: 'V', does: 'Edit the vertices', run: () => takeTool('vertices') }]
      : []),
  ]);
}

/** Undo and redo for an owner who has switched the tools off. They concern more than shapes. */
export function UndoControls({ undo }: { undo: UndoSteps }) {
  return (
    <MapToolbar label="Steps">
      <UndoButtons undo={undo} />
    </MapToolbar>
  );
}

function UndoButtons({ undo }: { undo: UndoSteps }) {
  return (
    <>
      <MapButton
        icon={Undo2}
        label={undo.undoLabel}
        isDisabled={!undo.canUndo}
        onPress={undo.undo}
      />
      <MapButton
        icon={Redo2}
        label={undo.redoLabel}
        isDisabled={!undo.canRedo}
        onPress={undo.redo}
      />
    </>
  );
}

/** Escape ends editing, and then puts the feature down. The drawing tools have an Escape of their own. */
function useEscape({ tool, takeTool, select }: MapEditing): void {
  const isFree = tool === null || tool === 'vertices';
  usePageKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (isWriting(event) && !isInUntouched(event) && !isInSaved(event)) return;
    if (tool === null) {
      select(null);
      chosenFeatures.clear();
    } else takeTool(null);
  }, isFree);
}
