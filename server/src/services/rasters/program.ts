import type { RasterFault } from '@refugia/engine/facts/raster-facts.ts';
import type {
  CoarseFacts,
  Combination,
  CombinationChanges,
  CombinationOrder,
  RasterChoices,
  RasterErrorCode,
  RasterFacts,
  RasterHeader,
  ValuedRasterFacts,
} from '@refugia/engine/ingest/index.ts';
import type { ValueStyle } from '@refugia/engine/render/rendering.ts';
import type { Valuation } from '@refugia/engine/valuation/index.ts';
import type { ZoneQuestion, ZoneStatistics } from '@refugia/engine/zones/zone-statistics.ts';
import type { Program } from '../../platform/processes/program.ts';

/** How a raster is to be read, and its name in messages. */
export interface NamedChoices extends RasterChoices {
  readonly name?: string | undefined;
}

/** A picture that was written to a file. */
export interface StoredPicture {
  readonly width: number;
  readonly height: number;
  /** The text of its world file (.pgw), in metres of EPSG:3857. */
  readonly worldFile: string;
  readonly bytes: number;
}

/** The orders to a process and their results. Paths are on this machine. */
interface RasterTasks {
  readonly ingest: {
    readonly order: {
      readonly sourcePath: string;
      readonly targetPath: string;
      readonly coarsePath: string | undefined;
      readonly choices: NamedChoices;
    };
    readonly result: RasterFacts;
  };
  readonly value: {
    readonly order: {
      readonly cogPath: string;
      readonly targetPath: string;
      readonly valuation: Valuation;
      readonly items: Readonly<Record<string, string>> | undefined;
    };
    readonly result: ValuedRasterFacts;
  };
  readonly combine: {
    readonly order: {
      readonly combination: CombinationOrder;
      readonly targetPath: string;
    };
    readonly result: ValuedRasterFacts;
  };
  readonly compare: {
    readonly order: { readonly first: Combination; readonly second: Combination };
    readonly result: CombinationChanges;
  };
  readonly picture: {
    readonly order: {
      readonly cogPath: string;
      readonly targetPath: string;
      readonly style: ValueStyle;
    };
    readonly result: StoredPicture;
  };
  /** The zones' shapes come on standard input, as a JSON list. */
  readonly zones: {
    readonly order: {
      readonly cogPath: string;
      readonly question: Pick<ZoneQuestion, 'edges' | 'threshold'>;
    };
    readonly result: readonly ZoneStatistics[];
  };
}

export type RasterTask = keyof RasterTasks;
export type RasterOrder<Task extends RasterTask = RasterTask> = {
  [Each in Task]: { readonly task: Each } & RasterTasks[Each]['order'];
}[Task];
export type RasterResult<Task extends RasterTask = RasterTask> = RasterTasks[Task]['result'];

/** The answer of the process. Refusals keep their code. */
export type RasterAnswer<Task extends RasterTask = RasterTask> =
  | { readonly kind: 'done'; readonly result: RasterResult<Task> }
  | { readonly kind: 'refused'; readonly code: RasterErrorCode; readonly fact: RasterFault };

export type RasterNews =
  | { readonly kind: 'inspected'; readonly header: RasterHeader }
  /** The coarse picture is written, or there is none; the whole raster is read next. */
  | { readonly kind: 'coarse'; readonly coarse: CoarseFacts | null }
  /** The progress, 0 to 1. */
  | { readonly kind: 'share'; readonly share: number };

/** The program of `raster-main.ts`. */
export interface RasterProgram extends Program {
  readonly order: RasterOrder;
  readonly progress: RasterNews;
  readonly result: RasterAnswer;
}
