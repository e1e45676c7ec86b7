import type { UnfinishedUpload } from '@refugia/contract/resumable-uploads.ts';
import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import { Store } from '../../../lib/store.ts';
import type { StepChoices } from '../calls/raster-calls.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';

/** The task that a person does in a dialog. There is one at a time. */
export type Task =
  | { readonly kind: 'delete-project' }
  | { readonly kind: 'report' }
  | { readonly kind: 'share' }
  | { readonly kind: 'delete-layer'; readonly layerId: number }
  | { readonly kind: 'metadata'; readonly layerId: number }
  | { readonly kind: 'valuation'; readonly layerId: number }
  | {
      readonly kind: 'process-valued';
      readonly layerId: number;
      /** The settings to store first, or null to follow the steps that are under way. */
      readonly settings: ValuationSettings | null;
    }
  | { readonly kind: 'combine' }
  | {
      readonly kind: 'process-combined';
      /** The combination to store first, or null to follow the steps that are under way. */
      readonly combination: Combination | null;
    }
  | {
      readonly kind: 'upload';
      /** An unfinished upload of an earlier visit. */
      readonly resumed?: UnfinishedUpload | undefined;
      /** A layer without a raster, which the file is for. By default a layer is created. */
      readonly layerId?: number;
      /** A file that was dropped on the screen. */
      readonly file?: File;
    }
  | {
      readonly kind: 'process-raster';
      readonly layerId: number;
      /** Other choices for reading the raster's numbers. */
      readonly choices?: StepChoices | undefined;
      /** Layers whose processing is shown after this one. */
      readonly next?: readonly number[];
    };

/** The open task of a project, and the ways to begin and end one. */
export class TaskStore extends Store<Task | null> {
  /** What had the focus when the task began. */
  opener: Element | null = null;

  constructor() {
    super(null);
  }

  begin = (task: Task): void => {
    this.opener = document.activeElement;
    this.setState(task);
  };

  end = (): void => this.setState(null);
}
