import type {
  ConflictingChange,
  ConflictReply,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';

/** A conflict that waits for a decision, with the action to repeat after it. */
export interface OpenConflict {
  readonly conflicts: readonly ConflictingChange[];
  settle(resolutions: readonly Resolution[]): Promise<void>;
}

/** The conflicts that a refusal contains. */
export function conflictsOf(error: unknown): readonly ConflictingChange[] {
  if (!(error instanceof RequestRefusedError)) return [];
  return (error.body as ConflictReply).conflicts ?? [];
}
