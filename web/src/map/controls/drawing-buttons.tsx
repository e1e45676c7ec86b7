import { Ellipsis, Pentagon, Redo2, SquareDashed, SquarePen, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Group } from 'react-aria-components';
import { firstEnabled, useLanding } from '../../lib/use-landing.ts';
import { cornersOf } from '../drawing/area-edit.ts';
import styles from '../drawing/drawing.module.css';
import { DrawingBar } from '../drawing/drawing-bar.tsx';
import {
  type DrawingTool,
  type DrawingTools,
  maxEditableCorners,
} from '../drawing/drawing-tools.ts';
import type { Drawing } from '../drawing/use-drawing.ts';
import { MapButton } from './map-button.tsx';
import controlStyles from './map-controls.module.css';

interface DrawingButtonsProps {
  tools: DrawingTools;
  drawing: Drawing;
  /** The screen's other buttons that "More tools" opens. */
  children?: ReactNode;
}

/** The buttons for a rectangle and for deleting. "More tools" opens the others. */
export function DrawingButtons({ tools, drawing, children }: DrawingButtonsProps) {
  const [showsMore, setShowsMore] = useState(false);
  const { tool, isDisabled } = tools;
  const group = useRef<HTMLDivElement>(null);
  useLanding(group, firstEnabled);
  return (
    <div className={controlStyles.beside}>
      <div className={controlStyles.group} ref={group}>
        <ToolButton tools={tools} tool="rectangle" />
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
      </div>
      <div className={styles.aside}>
        {showsMore && <MoreTools tools={tools}>{children}</MoreTools>}
        {tool !== null && !isDisabled && <DrawingBar tools={tools} drawing={drawing} />}
      </div>
    </div>
  );
}

function MoreTools({ tools, children }: Pick<DrawingButtonsProps, 'tools' | 'children'>) {
  const { isDisabled, onUndo, onRedo } = tools;
  const group = useRef<HTMLDivElement>(null);
  useLanding(group, firstEnabled);
  return (
    <Group ref={group} className={styles.more!} aria-label="More tools">
      <ToolButton tools={tools} tool="polygon" />
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
    </Group>
  );
}

function canEdit({ area }: DrawingTools): boolean {
  return area !== null && cornersOf(area).length <= maxEditableCorners;
}

const looks = {
  rectangle: { icon: SquareDashed, label: 'Draw a rectangle', tooltipPlacement: 'start' },
  polygon: { icon: Pentagon, label: 'Draw a polygon', tooltipPlacement: 'bottom' },
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
      {...looks[tool]}
      isPressed={tools.tool === tool}
      isDisabled={tools.isDisabled || isDisabled}
      onPress={() => tools.onToolChange(tools.tool === tool ? null : tool)}
    />
  );
}
