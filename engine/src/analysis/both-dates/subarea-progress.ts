import type { CompositeOptions } from '../../composite/index.ts';
import type { AnalysisProgress } from '../types.ts';

/** The share of a subarea's work that the survey of its scenes takes, before their bands are read. */
const surveyShare = 0.5;

/** The callbacks that report the progress of one subarea. */
export type SubareaTelling = Pick<CompositeOptions, 'onSurvey' | 'onProgress'>;

/** Reports the progress of a large area, of which several subareas are worked on at a time. */
export class SubareasProgress {
  readonly #total: number;
  readonly #resumed: number;
  readonly #tell: (progress: AnalysisProgress) => void;
  readonly #underWay = new Set<SubareaProgress>();
  #done: number;
  #share = 0;

  /** @param subareas.resumed how many of `total` an earlier attempt has done */
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

  begin(): SubareaProgress {
    const subarea = new SubareaProgress(() => this.#update());
    this.#underWay.add(subarea);
    return subarea;
  }

  end(subarea: SubareaProgress): void {
    this.#underWay.delete(subarea);
    this.#done++;
    this.#update();
  }

  #update(): void {
    let subareas = this.#done;
    for (const { share } of this.#underWay) subareas += share;
    this.#share = Math.max(this.#share, subareas / this.#total);
    this.#tell({
      step: 'reading',
      done: this.#done,
      total: this.#total,
      of: 'pieces',
      share: this.#share,
      ...(this.#resumed > 0 && { resumed: this.#resumed }),
    });
  }
}

/**
 * The progress of one subarea, 0 to 1. It does not fall if the subarea is composed again from more
 * collections.
 */
class SubareaProgress implements SubareaTelling {
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
