import { Mosaic, type Piece, piecesOf, type WorkArea } from '../../composite/index.ts';
import type { AnalysisRequest } from '../types.ts';
import type { Composed, ComposeOptions, Outcome } from './composed.ts';
import { PieceComposer } from './piece-composer.ts';
import { failureNotes, hiddenNotes, sceneNotes } from './piece-notes.ts';
import { PiecesProgress } from './piece-progress.ts';

/**
 * Pieces that are composed at the same time, so that one computes while another waits for bytes.
 */
const piecesAtOnce = 2;
/**
 * If a larger share of the area cannot be read for temporary reasons, the whole run should be tried
 * again.
 */
const mostUnreadShare = 0.1;

/**
 * Composes a large area piece by piece. Each piece is searched and composed like a small area and
 * copied into the whole. Pieces that an earlier attempt has kept are used again. The result does
 * not depend on the order in which pieces are done. A piece without a scene or a clear pixel is
 * unobserved and mentioned in the notes. The run fails only if all pieces are. Rejects with
 * AnalysisFailure, or with the signal's reason.
 */
export async function composePieces(
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions & { pieceMeters: number },
): Promise<Composed> {
  const { pieceMeters, onProgress = () => {} } = options;
  const pieces = piecesOf(workArea, pieceMeters);
  const mosaic = new Mosaic(workArea);
  const ended = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
  const composer = new PieceComposer(workArea, mosaic, request, { ...options, signal });

  const done = new Map<Piece, Outcome>();
  for (const piece of pieces) {
    const kept = await composer.takeUp(piece);
    if (kept) done.set(piece, kept);
  }
  const waiting = pieces.filter((piece) => !done.has(piece)).values();
  const progress = new PiecesProgress({ total: pieces.length, resumed: done.size }, onProgress);
  const work = async (): Promise<void> => {
    for (const piece of waiting) {
      const telling = progress.begin();
      done.set(piece, await composer.compose(piece, telling));
      requireReadable([...done.values()], workArea);
      progress.end(telling);
    }
  };
  const workers = Array.from({ length: piecesAtOnce }, () =>
    work().catch((error: unknown) => {
      ended.abort(error);
      throw error;
    }),
  );
  // Waits for both workers, so that none still works when this function rejects.
  await Promise.allSettled(workers);
  composer.close();
  options.signal?.throwIfAborted();
  await Promise.all(workers);
  onProgress({ step: 'compositing' });
  const outcomes = pieces.map((piece) => done.get(piece)!);
  requireSome(outcomes);
  const { notes, ...pictures } = mosaic.finish();
  return {
    workArea,
    ...pictures,
    notes: [
      ...composer.choiceNotes(),
      ...failureNotes(outcomes, workArea),
      ...hiddenNotes(outcomes, request, workArea),
      ...notes,
      ...sceneNotes(outcomes),
    ],
  };
}

/** If imagery cannot be reached in many places, it may all be reachable later. */
function requireReadable(outcomes: readonly Outcome[], { pixelCount }: WorkArea): void {
  const unread = outcomes.filter(({ failure }) => failure && !failure.permanent);
  const pixels = unread.reduce((sum, { piece }) => sum + piece.workArea.pixelCount, 0);
  if (pixels > mostUnreadShare * pixelCount) throw unread[0].failure;
}

function requireSome(outcomes: readonly Outcome[]): void {
  if (outcomes.some(({ failure }) => failure === undefined)) return;
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  throw failures.find(({ permanent }) => !permanent) ?? failures[0];
}
