import type {
  ConflictingChange,
  ConflictReply,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';

/** A conflict that waits for a decision, and what is asked for again with it. */
export interface OpenConflict {
  readonly conflicts: readonly ConflictingChange[];
  settle(resolutions: readonly Resolution[]): Promise<void>;
}

/** The conflicts that a refusal tells of. */
export function conflictsOf(error: unknown): readonly ConflictingChange[] {
  if (!(error instanceof RequestRefusedError)) return [];
  return (error.body as ConflictReply).conflicts ?? [];
}
