import { readFileSync } from 'node:fs';
import { defaultCollections } from '../../source/search.ts';
import type { SceneSource } from '../find/find-scenes.ts';
import type { Provenance } from '../types.ts';

/** The engine's version, which every result tells. */
export const { version: engineVersion }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/**
 * The engine and the source that a result was computed with, beside its method, parameters and
 * scenes.
 */
export function provenanceOf({ catalogueUrl, collections }: SceneSource): Provenance {
  return {
    software: 'Refugia',
    version: engineVersion,
    catalogueUrl,
    collections: collections ?? defaultCollections,
    computedAt: new Date().toISOString(),
  };
}
