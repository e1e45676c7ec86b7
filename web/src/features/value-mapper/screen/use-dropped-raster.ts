import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { RefObject } from 'react';
import { useFileDrop } from '../../../ui/files/use-file-drop.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import type { Tasks } from '../workspace/use-tasks.ts';
import { useProject } from '../workspace/use-workspace.ts';

interface DroppedRasterOptions {
  readonly screen: RefObject<HTMLElement | null>;
  readonly tasks: Tasks;
  /** Whether dropped files are ignored. */
  readonly isDisabled: boolean;
}

/** Offers to upload a file that is dropped on the project's screen, unless a task is open. */
export function useDroppedRaster({ screen, tasks, isDisabled }: DroppedRasterOptions): void {
  const { layers } = useProject();
  useFileDrop({
    within: screen,
    isDisabled: isDisabled || tasks.task !== null,
    onDrop(file) {
      if (layers.length < limits.valueMapper.maxDataLayers) tasks.begin({ kind: 'upload', file });
      else showToast('warning', messages.valueMapper.maxDataLayers);
    },
  });
}
