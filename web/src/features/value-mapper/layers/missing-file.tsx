import { Upload } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { useUnfinishedUploads } from '../upload/uploads.ts';
import type { Tasks } from '../workspace/use-tasks.ts';

/**
 * Says that a layer has no raster, and offers to upload one. A refused file or a lost connection
 * leaves such a layer. An upload that can continue is offered elsewhere.
 */
export function MissingFile({ layerId, tasks }: { layerId: number; tasks: Tasks }) {
  const uploads = useUnfinishedUploads();
  const isUploading = tasks.task?.kind === 'upload';
  if (isUploading || uploads.some(({ target }) => target === String(layerId))) return null;
  return (
    <div>
      <Text number={3} tone="soft">
        This layer has no raster yet.
      </Text>
      <Button
        kind="text"
        size="sm"
        icon={<Icon of={Upload} size="sm" />}
        onPress={() => tasks.begin({ kind: 'upload', layerId })}
      >
        Upload its file
      </Button>
    </div>
  );
}
