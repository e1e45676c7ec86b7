import { messages } from '@refugia/contract/messages.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { ImportRefusal, ImportsBusyError } from './vector-importer.ts';

/** The body of a 422 for a file that can't be imported. */
interface RefusedFile {
  readonly error: string;
  readonly code: string;
  readonly reason: string;
}

/**
 * Describes why an import was refused: the specification's sentence, and the reason.
 * @param reply gets the header Retry-After when too many files wait
 * @param code the stable word of the refusal; default: that of a file
 * @throws {ApiFailure} 503 when too many files wait; any other error unchanged
 */
export function refusalOfImport(
  error: unknown,
  reply: { header(name: string, value: number): unknown },
  code = 'vector_file_unprocessable',
): RefusedFile {
  if (error instanceof ImportRefusal) {
    const { vectorFileUnprocessable } = messages.habitatPatrol;
    return { error: vectorFileUnprocessable, code, reason: error.message };
  }
  if (!(error instanceof ImportsBusyError)) throw error;
  reply.header('retry-after', 5);
  throw new ApiFailure(503, 'imports_busy', error.message);
}
