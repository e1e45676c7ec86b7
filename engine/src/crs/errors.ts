import type { CrsFault } from '../facts/crs-facts.ts';
import { FactError } from '../facts/fact.ts';

/** A coordinate reference system cannot be converted. */
export class CrsError extends FactError<CrsFault> {}
