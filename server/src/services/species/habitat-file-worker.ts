import { fileSentence } from '@refugia/contract/file-facts.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { VectorError } from '@refugia/engine/vector/index.ts';
import { type HabitatFile, type HabitatFileOptions, readHabitatFile } from './habitat-file.ts';
import { HabitatError } from './habitat-shapes.ts';

export interface HabitatFileTask {
  readonly bytes: Uint8Array;
  readonly options: HabitatFileOptions;
}
export type HabitatFileReply =
  | { readonly kind: 'read'; readonly file: HabitatFile }
  | { readonly kind: 'unusable'; readonly message: string };

function read({ bytes, options }: HabitatFileTask): HabitatFileReply {
  try {
    return { kind: 'read', file: readHabitatFile(bytes, options) };
  } catch (error) {
    if (error instanceof VectorError)
      return { kind: 'unusable', message: fileSentence(error.fact) };
    if (error instanceof HabitatError) return { kind: 'unusable', message: error.message };
    throw error;
  }
}

serveTasks<HabitatFileTask, HabitatFileReply>(read);
