import type { ChangeKind, RunLayer } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { type ChangeStyle, changeRendering } from '@refugia/engine/render/change-palette.ts';
import { naturalColours } from '@refugia/engine/render/rendering.ts';
import { errorReplies } from '../../../platform/http/error-replies.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { StoredLayer } from '../../../services/tiles/picture.ts';
import { storedName } from '../runs/run-folders.ts';

/** The schema of a file or picture in the API's document. */
/** The refusals of routes that answer with a file. */
export const fileResponses = errorReplies(404, 409, 503);

/** The shown kinds of the change layer, and how they are drawn. */
interface ShownChange extends ChangeStyle {
  readonly kinds?: readonly ChangeKind[] | undefined;
}

/**
 * The place of one of a run's pictures in the storage, and how it is drawn.
 * @param shown for the change layer: the kinds that are shown (default: all), and how unobserved
 * pixels look
 */
export function storedLayer(
  storage: Pick<Storage, 'locate'>,
  runId: string,
  layer: RunLayer,
  { kinds, ...style }: ShownChange = {},
): StoredLayer {
  return {
    location: storage.locate(storedName(runId), resultFileNames[layer]),
    rendering: layer === 'change' ? changeRendering(kinds, style) : naturalColours,
  };
}

/** The failure when the file of a finished run is missing because the run is being removed. */
export function fileRemoved(): ApiFailure {
  return new ApiFailure(404, 'file_not_found', 'This file has been removed.');
}
