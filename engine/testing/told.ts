import { fileSentence } from '@refugia/contract/file-facts.ts';
import { crsSentence, rasterSentence } from '@refugia/contract/raster-facts.ts';
import { CrsError } from '../src/crs/errors.ts';
import { RasterError } from '../src/ingest/errors.ts';
import { VectorError } from '../src/vector/report.ts';

/** A failure with the sentence that people read as its message. */
function inWords(error: unknown): unknown {
  if (error instanceof VectorError) error.message = fileSentence(error.fact);
  if (error instanceof CrsError) error.message = crsSentence(error.fact);
  if (error instanceof RasterError) error.message = rasterSentence(error.fact);
  return error;
}

/** What the work returns. Where it is refused, the message is the sentence that people read. */
export function told<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw inWords(error);
  }
}

/** The same for work that is under way. */
export async function toldLater<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    throw inWords(error);
  });
}
