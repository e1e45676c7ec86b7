import { ValuationPanel } from '../valuation/valuation-panel.tsx';
import type { Tasks } from '../workspace/use-tasks.ts';
import { useProject } from '../workspace/use-workspace.ts';

interface ValuationDialogProps {
  tasks: Tasks;
  layerId: number;
  onClose: () => void;
}

/**
 * The dialog stands beside the map and not above it, so that a person sees each setting on the map
 * at once.
 */
export function ValuationDialog({ tasks, layerId, onClose }: ValuationDialogProps) {
  const { layers } = useProject();
  const entry = layers.find(({ layer }) => layer.id === layerId);
  if (!entry?.raster) return null;
  return (
    <ValuationPanel
      key={layerId}
      entry={entry}
      raster={entry.raster}
      onStore={(settings) => tasks.begin({ kind: 'process-valued', layerId, settings })}
      opener={tasks.opener}
      onClose={onClose}
    />
  );
}
