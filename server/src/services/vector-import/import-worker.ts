import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import {
  type AreaOptions,
  areaOf,
  type ImportedArea,
  readVector,
  VectorError,
} from '@refugia/engine/vector/index.ts';

/** What the process is asked for, as JSON in its only argument; the file comes on standard input. */
export interface ImportOrder {
  readonly fileName: string;
  readonly area: AreaOptions;
  readonly maxMemoryBytes: number;
}

/** What it answers, as JSON on standard output. */
export type ImportAnswer =
  | { readonly kind: 'area'; readonly area: ImportedArea }
  | { readonly kind: 'refused'; readonly reason: string };

function answer({ fileName, area }: ImportOrder): ImportAnswer {
  try {
    const imported = readVector(readFileSync(0), fileName);
    return { kind: 'area', area: areaOf(imported, area) };
  } catch (error) {
    if (error instanceof VectorError) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

const order: ImportOrder = JSON.parse(process.argv[2] ?? '');
const watch = new Worker(new URL('./memory-watch-worker.ts', import.meta.url), {
  workerData: { maxBytes: order.maxMemoryBytes },
});
watch.unref();
process.stdout.write(JSON.stringify(answer(order)));
