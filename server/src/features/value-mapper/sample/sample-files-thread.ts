import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { makeElkCorridor } from '@refugia/simulation/sample/elk-corridor.ts';

serveTasks<null, ReadonlyMap<string, Uint8Array>>(makeElkCorridor);
