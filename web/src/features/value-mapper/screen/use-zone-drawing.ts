import { useEffect, useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import type { DrawingTool, DrawingTools } from '../../../map/drawing/drawing-tools.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';

/** The tools for a zone that is being drawn on the map, or undefined while none is. */
export function useZoneDrawing(): DrawingTools | undefined {
  const { zones } = useWorkspace();
  const { onDrawn } = useStore(zones);
  const [tool, setTool] = useState<DrawingTool>('polygon');
  useEffect(() => {
    if (onDrawn === null) setTool('polygon');
  }, [onDrawn]);
  if (onDrawn === null) return undefined;
  const end = () => zones.change({ onDrawn: null });
  return {
    isDisabled: false,
    area: null,
    tool,
    onToolChange: (next) => (next === null ? end() : setTool(next)),
    onDraw: (shape) => {
      end();
      onDrawn(shape);
    },
    onEdit: () => {},
    onDelete: end,
    onUndo: null,
    onRedo: null,
    maxPerimeterMeters: Number.POSITIVE_INFINITY,
    isAbove: true,
  };
}
