import { Ellipsis, Pentagon, Redo2, SquareDashed, SquarePen, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cornersOf } from '../drawing/area-edit.ts';
import styles from '../drawing/drawing.module.css';
import { DrawingBar } from '../drawing/drawing-bar.tsx';
import {
  type DrawingTool,
  type DrawingTools,
  maxEditableCorners,
} from '../drawing/drawing-tools.ts';
import type { Drawing } from '../drawing/use-drawing.ts';
import { MapButton, MapToolbar } from './map-button.tsx';
import controlStyles from './map-controls.module.css';

interface DrawingButtonsProps {
  tools: DrawingTools;
  drawing: Drawing;
  /** The screen's other buttons that "More tools" opens. */
  children?: ReactNode;
}

/** The buttons for a rectangle, a polygon and deleting. "More tools" opens the others. */
export function DrawingButtons({ tools, drawing, children }: DrawingButtonsProps) {
  const [showsMore, setShowsMore] = useState(false);
  const { tool, isDisabled } = tools;
  return (
    <div className={controlStyles.beside}>
      <MapToolbar label="Area tools">
        <ToolButton tools={tools} tool="rectangle" />
        <ToolButton tools={tools} tool="polygon" />
        <MapButton
          icon={Trash2}
          label="Delete the area"
          isDisabled={isDisabled || tools.area === null}
          onPress={tools.onDelete}
        />
        <MapButton
          icon={Ellipsis}
          label="More tools"
          isExpanded={showsMore}
          onPress={() => setShowsMore(!showsMore)}
        />
      </MapToolbar>
      <div className={styles.aside}>
        {showsMore && <MoreTools tools={tools}>{children}</MoreTools>}
        {tool !== null && !isDisabled && <DrawingBar tools={tools} drawing={drawing} />}
      </div>
    </div>
  );
}

function MoreTools({ tools, children }: Pick<DrawingButtonsProps, 'tools' | 'children'>) {
  const { isDisabled, onUndo, onRedo } = tools;
  return (
    <MapToolbar className={styles.more} orientation="horizontal" label="More tools">
      <ToolButton tools={tools} tool="edit" isDisabled={!canEdit(tools)} />
      <MapButton
        icon={Undo2}
        label="Undo"
        tooltipPlacement="bottom"
        isDisabled={isDisabled || onUndo === null}
        onPress={() => onUndo?.()}
      />
      <MapButton
        icon={Redo2}
        label="Redo"
        tooltipPlacement="bottom"
        isDisabled={isDisabled || onRedo === null}
        onPress={() => onRedo?.()}
      />
      {children}
    </MapToolbar>
  );
}

function canEdit({ area }: DrawingTools): boolean {
  return area !== null && cornersOf(area).length <= maxEditableCorners;
}

const buttons = {
  rectangle: { icon: SquareDashed, label: 'Draw a rectangle', tooltipPlacement: 'start' },
  polygon: { icon: Pentagon, label: 'Draw a polygon', tooltipPlacement: 'start' },
  edit: { icon: SquarePen, label: 'Edit the area', tooltipPlacement: 'bottom' },
} as const;

interface ToolButtonProps {
  tools: DrawingTools;
  tool: DrawingTool;
  isDisabled?: boolean;
}

function ToolButton({ tools, tool, isDisabled = false }: ToolButtonProps) {
  return (
    <MapButton
      {...buttons[tool]}
      isPressed={tools.tool === tool}
      isDisabled={tools.isDisabled || isDisabled}
      onPress={() => tools.onToolChange(tools.tool === tool ? null : tool)}
    />
  );
}
