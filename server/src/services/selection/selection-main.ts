import { readFileSync } from 'node:fs';
import {
  findPlaces,
  type Places,
  type PlacesNews,
  type PlacesQuestion,
} from '@refugia/engine/selection/find-places.ts';
import type { Program } from '../../platform/processes/program.ts';
import { serveOrder } from '../../platform/processes/serve-order.ts';

/** The process that chooses planning units. Shapes come on standard input, as a JSON list. */
export interface SelectionProgram extends Program {
  readonly order: {
    readonly cogPath: string;
    readonly question: PlacesQuestion;
    /** The size of hexagons, or null for the shapes. */
    readonly hectares: number | null;
    /** The costs of the shapes in their order; null: their areas. */
    readonly costs: readonly number[] | null;
  };
  readonly progress: PlacesNews;
  readonly result: Places;
}

const newsMilliseconds = 250;

serveOrder<SelectionProgram>(async ({ cogPath, question, hectares, costs }, tell) => {
  const source =
    hectares === null ? { shapes: JSON.parse(readFileSync(0, 'utf8')), costs } : { hectares };
  let lastChosen: readonly number[] | undefined;
  let sentAt = 0;
  return await findPlaces(cogPath, source, question, (news) => {
    // The solver tells of its gap many times a second. A better choice is told at once.
    const isBetter = news.kind === 'solution' && news.solution.chosen !== lastChosen;
    if (news.kind !== 'units' && !isBetter && performance.now() - sentAt < newsMilliseconds) return;
    if (news.kind === 'solution') lastChosen = news.solution.chosen;
    sentAt = performance.now();
    return tell(news);
  });
});
