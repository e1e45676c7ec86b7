import type { ChangeKind, RunLayer } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { resultFileNames } from '@refugia/engine/analysis/types.ts';
import { type ChangeStyle, changeRendering } from '@refugia/engine/render/change-palette.ts';
import { naturalColours } from '@refugia/engine/render/rendering.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorReplies } from '../../../platform/http/api.ts';
import { answerNotModified, isKnown } from '../../../platform/http/conditional.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { renderThumbnail, type StoredLayer } from '../../../services/tiles/picture.ts';
import { asBusy } from '../../../services/tiles/tile-answer.ts';
import { findResultBounds } from '../runs/queries.ts';
import type { RunContext } from '../runs/run-context.ts';
import { storedName } from '../runs/run-folders.ts';

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

/**
 * Draws the small picture of a run: the later date with the change.
 * @returns a PNG, or undefined when a file is not there
 */
export async function drawThumbnail(
  { platform, tiles }: Pick<RunContext, 'platform' | 'tiles'>,
  runId: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const bounds = await findResultBounds(platform.database.orm, runId);
  const layers = (['after', 'change'] as const).map((layer) =>
    storedLayer(platform.storage, runId, layer),
  );
  return bounds && (await renderThumbnail(tiles, layers, bounds, signal));
}

interface MadePicture {
  readonly etag: string;
  /** Makes a PNG, or resolves to undefined when a file is not there. */
  make(signal: AbortSignal): Promise<Buffer | undefined>;
}

/**
 * Answers with a small picture of a run, which browsers may keep.
 * @throws {ApiFailure} 404 when a file is not there, 503 when too many tiles wait
 */
export async function answerPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, make }: MadePicture,
): Promise<FastifyReply> {
  const caching = { 'cache-control': 'private, max-age=86400', etag };
  if (isKnown(request, etag)) return answerNotModified(reply.headers(caching));
  const png = await make(whileWanted(reply)).catch((error: unknown) => {
    throw asBusy(error, reply);
  });
  if (!png) throw fileRemoved();
  return reply.headers(caching).type('image/png').send(png);
}

/** The failure when the file of a finished run is missing because the run is being removed. */
export function fileRemoved(): ApiFailure {
  return new ApiFailure(404, 'file_not_found', 'This file has been removed.');
}
