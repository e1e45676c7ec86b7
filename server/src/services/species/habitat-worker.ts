import { parentPort } from 'node:worker_threads';
import type { HabitatShape } from '@refugia/contract/species.ts';
import { readHabitatPage } from './habitat-page.ts';
import { HabitatError, type HabitatUnit, habitatShapes } from './habitat-shapes.ts';

/** Pages in their order, and then what is made of all. */
export type HabitatQuestion =
  | { readonly kind: 'page'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'shapes';
      readonly given: Pick<HabitatShape, 'source' | 'approximate' | 'tolerance_meters'>;
    };

export type HabitatReply =
  | { readonly kind: 'page'; readonly count: number; readonly hasMore: boolean }
  /** JSON of the shapes. */
  | { readonly kind: 'shapes'; readonly json: string }
  | { readonly kind: 'unusable'; readonly message: string };

const port = parentPort;
if (port === null) throw new Error('habitat-worker.ts runs as a worker thread only.');

const units: HabitatUnit[] = [];

function answer(question: HabitatQuestion): HabitatReply {
  switch (question.kind) {
    case 'page': {
      const { count, hasMore, ...page } = readHabitatPage(question.bytes);
      units.push(...page.units);
      return { kind: 'page', count, hasMore };
    }
    case 'shapes':
      return { kind: 'shapes', json: JSON.stringify(habitatShapes(units, question.given)) };
  }
}

port.on('message', (question: HabitatQuestion) => {
  try {
    port.postMessage(answer(question));
  } catch (error) {
    if (!(error instanceof HabitatError)) throw error;
    port.postMessage({ kind: 'unusable', message: error.message } satisfies HabitatReply);
  }
});
