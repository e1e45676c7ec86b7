import type { UnfinishedUpload } from '@refugia/contract/resumable-uploads.ts';
import { useCallback, useMemo, useState } from 'react';
import type { StepChoices } from '../calls/rasters.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';

/** What a person does in a dialog: one thing at a time. */
export type Task =
  | { readonly kind: 'delete-project' }
  | { readonly kind: 'delete-layer'; readonly layerId: number }
  | { readonly kind: 'metadata'; readonly layerId: number }
  | { readonly kind: 'valuation'; readonly layerId: number }
  | {
      readonly kind: 'process-valued';
      readonly layerId: number;
      /** Null follows what is under way already. */
      readonly settings: ValuationSettings | null;
    }
  | {
      readonly kind: 'upload';
      /** An upload that another visit has left unfinished. */
      readonly resumed?: UnfinishedUpload | undefined;
    }
  | {
      readonly kind: 'process-raster';
      readonly layerId: number;
      /** How its numbers are to be read from now on. */
      readonly choices?: StepChoices | undefined;
      /** Layers whose rasters are shown being processed after this one. */
      readonly next?: readonly number[];
    };

export interface Tasks {
  readonly task: Task | null;
  readonly begin: (task: Task) => void;
  readonly end: () => void;
}

export function useTasks(): Tasks {
  const [task, setTask] = useState<Task | null>(null);
  const end = useCallback(() => setTask(null), []);
  return useMemo(() => ({ task, begin: setTask, end }), [task, end]);
}
