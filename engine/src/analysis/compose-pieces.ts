import { type Chunk, chunksOf, Mosaic, type WorkArea } from '../composite/index.ts';
import type { Composed, ComposeOptions } from './compose.ts';
import { type Outcome, PieceComposer } from './piece-composer.ts';
import { failureNotes, hiddenNotes, sceneNotes } from './piece-notes.ts';
import { PiecesProgress } from './piece-progress.ts';
import type { AnalysisRequest } from './types.ts';

/** Pieces under way at the same time: while one waits for bytes, another computes. */
const piecesAtOnce = 2;
/** When so much of the area can't be read for passing reasons, the whole run shall be tried again. */
const mostUnreadShare = 0.1;

/**
 * Composes a large area piece by piece: each is searched and composed like a small area, and laid
 * into the whole. Pieces that an earlier attempt has kept are taken up, whatever is done first the
 * result is the same. A piece that has no scene or no clear pixel is unobserved and told in the
 * notes; only when all are does the run fail. Rejects with AnalysisFailure, or the signal's reason.
 */
export async function composePieces(
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions & { chunkMeters: number },
): Promise<Composed> {
  const { chunkMeters, onProgress = () => {} } = options;
  const chunks = chunksOf(workArea, chunkMeters);
  const mosaic = new Mosaic(workArea);
  const ended = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
  const pieces = new PieceComposer(workArea, mosaic, request, { ...options, signal });

  const done = new Map<Chunk, Outcome>();
  for (const chunk of chunks) {
    const kept = await pieces.takeUp(chunk);
    if (kept) done.set(chunk, kept);
  }
  const waiting = chunks.filter((chunk) => !done.has(chunk)).values();
  const progress = new PiecesProgress({ total: chunks.length, resumed: done.size }, onProgress);
  const work = async (): Promise<void> => {
    for (const chunk of waiting) {
      const piece = progress.begin();
      done.set(chunk, await pieces.compose(chunk, piece));
      requireReadable([...done.values()], workArea);
      progress.end(piece);
    }
  };
  const workers = Array.from({ length: piecesAtOnce }, () =>
    work().catch((error: unknown) => {
      ended.abort(error);
      throw error;
    }),
  );
  // Nothing works on once this has rejected.
  await Promise.allSettled(workers);
  pieces.close();
  options.signal?.throwIfAborted();
  await Promise.all(workers);
  onProgress({ step: 'compositing' });
  const outcomes = chunks.map((chunk) => done.get(chunk)!);
  requireSome(outcomes);
  const { notes, ...pictures } = mosaic.finish();
  return {
    workArea,
    ...pictures,
    notes: [
      ...pieces.choiceNotes(),
      ...failureNotes(outcomes, workArea),
      ...hiddenNotes(outcomes, request, workArea),
      ...notes,
      ...sceneNotes(outcomes),
    ],
  };
}

/** Imagery that can't be reached in many places may be reached later, everywhere. */
function requireReadable(outcomes: readonly Outcome[], { pixelCount }: WorkArea): void {
  const unread = outcomes.filter(({ failure }) => failure && !failure.permanent);
  const pixels = unread.reduce((sum, { chunk }) => sum + chunk.workArea.pixelCount, 0);
  if (pixels > mostUnreadShare * pixelCount) throw unread[0]!.failure;
}

function requireSome(outcomes: readonly Outcome[]): void {
  if (outcomes.some(({ failure }) => failure === undefined)) return;
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  throw failures.find(({ permanent }) => !permanent) ?? failures[0];
}
