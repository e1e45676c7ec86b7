import { acceptedEndings } from '@refugia/contract/upload.ts';
import { type RefObject, useState } from 'react';
import { useFileDrop } from '../../../ui/files/use-file-drop.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { useOpenMap } from '../workspace/open-map.ts';

const LayerTaskView = latePart(
  async () => (await import('../layers/layer-task-view.tsx')).LayerTaskView,
  { failure: 'toast' },
);

/** Offers to upload a file that was dropped on the map's screen as a layer. */
export function DroppedFile({ screen }: { screen: RefObject<HTMLElement | null> }) {
  const { canPropose } = useOpenMap();
  const [file, setFile] = useState<File | null>(null);
  useFileDrop({
    within: screen,
    onDrop: (dropped) => {
      if (canPropose) setFile(dropped);
      else showToast('warning', 'Only the owner and the collaborators of this map add layers.');
    },
  });
  if (file === null) return null;
  return (
    <LayerTaskView
      task={{ kind: 'upload', type: isRaster(file) ? 'raster' : 'vector', file }}
      onClose={() => setFile(null)}
    />
  );
}

function isRaster({ name }: File): boolean {
  return acceptedEndings('raster').some((ending) => name.toLowerCase().endsWith(ending));
}
