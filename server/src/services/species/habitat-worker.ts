import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { readHabitatPage } from './habitat-page.ts';
import {
  HabitatError,
  type HabitatUnit,
  habitatShapes,
  type ShapesOrigin,
} from './habitat-shapes.ts';

/** Pages are sent in their order, followed by the request for the shapes made from all of them. */
export type HabitatQuestion =
  | { readonly kind: 'page'; readonly bytes: Uint8Array }
  | { readonly kind: 'shapes'; readonly origin: ShapesOrigin };

export type HabitatReply =
  | { readonly kind: 'page'; readonly count: number; readonly hasMore: boolean }
  /** JSON of the shapes. */
  | { readonly kind: 'shapes'; readonly json: string }
  | { readonly kind: 'unusable'; readonly message: string };

const units: HabitatUnit[] = [];

function answer(question: HabitatQuestion): HabitatReply {
  switch (question.kind) {
    case 'page': {
      const { count, hasMore, ...page } = readHabitatPage(question.bytes);
      units.push(...page.units);
      return { kind: 'page', count, hasMore };
    }
    case 'shapes':
      return { kind: 'shapes', json: JSON.stringify(habitatShapes(units, question.origin)) };
  }
}

serveTasks<HabitatQuestion, HabitatReply>((question) => {
  try {
    return answer(question);
  } catch (error) {
    if (!(error instanceof HabitatError)) throw error;
    return { kind: 'unusable', message: error.message };
  }
});
