import { useState } from 'react';
import { latePart } from '../../../ui/states/late-part.tsx';
import { useMapTools } from '../workspace/map-tools.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import type { LayerTask } from './layer-task.ts';
import { LayersPanel } from './layers-panel.tsx';

const LayerTaskView = latePart(async () => (await import('./layer-task-view.tsx')).LayerTaskView, {
  failure: 'toast',
});

/** The layers of the open map, and the task that is open on them. */
export function LayersSection() {
  const { client, state } = useOpenMap();
  const { fitBounds } = useMapTools();
  const [task, setTask] = useState<LayerTask | null>(null);
  return (
    <>
      <LayersPanel
        call={client.call}
        map={state.map}
        onTask={setTask}
        onZoom={(box) => fitBounds([...box])}
      />
      {task !== null && <LayerTaskView task={task} onClose={() => setTask(null)} />}
    </>
  );
}
