import { buildWebWhenStale } from './web-build.ts';

await buildWebWhenStale();
await import('../server/src/main.ts');
