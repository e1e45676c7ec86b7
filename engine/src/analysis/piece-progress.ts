import type { CompositeOptions } from '../composite/index.ts';
import type { AnalysisProgress } from './types.ts';

/** Of the work on a piece, looking at its scenes for clouds; reading their bands is the rest. */
const surveyShare = 0.5;

/** How the work on one piece is followed. */
export type PieceTelling = Pick<CompositeOptions, 'onSurvey' | 'onProgress'>;

/** Tells where a large area stands, of which several pieces are under way. */
export class PiecesProgress {
  readonly #total: number;
  readonly #resumed: number;
  readonly #tell: (progress: AnalysisProgress) => void;
  readonly #underWay = new Set<PieceProgress>();
  #done: number;
  #share = 0;

  /** @param pieces.resumed of `total`, those that an earlier attempt has done */
  constructor(
    { total, resumed }: { total: number; resumed: number },
    tell: (progress: AnalysisProgress) => void,
  ) {
    this.#total = total;
    this.#resumed = resumed;
    this.#done = resumed;
    this.#tell = tell;
    this.#update();
  }

  begin(): PieceProgress {
    const piece = new PieceProgress(() => this.#update());
    this.#underWay.add(piece);
    return piece;
  }

  end(piece: PieceProgress): void {
    this.#underWay.delete(piece);
    this.#done += 1;
    this.#update();
  }

  #update(): void {
    let pieces = this.#done;
    for (const { share } of this.#underWay) pieces += share;
    this.#share = Math.max(this.#share, pieces / this.#total);
    this.#tell({
      step: 'reading',
      done: this.#done,
      total: this.#total,
      of: 'places',
      share: this.#share,
      ...(this.#resumed > 0 && { resumed: this.#resumed }),
    });
  }
}

/** How far one piece is, 0 to 1. One that is composed anew, from more collections, waits where it was. */
class PieceProgress implements PieceTelling {
  readonly #onChange: () => void;
  share = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  readonly onSurvey = ({ done, total }: { done: number; total: number }): void =>
    this.#reach((surveyShare * done) / total);

  readonly onProgress = ({ share }: { share: number }): void =>
    this.#reach(surveyShare + (1 - surveyShare) * share);

  #reach(share: number): void {
    if (share <= this.share) return;
    this.share = share;
    this.#onChange();
  }
}
