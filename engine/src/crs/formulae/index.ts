import { cassini } from './cassini.ts';
import { eckert4, interruptedGoode } from './equal-area-world.ts';
import { addProjection, sphereFormula } from './formula.ts';
import { laborde } from './laborde.ts';

// Projections that proj4js does not have, or computes otherwise than PROJ, by PROJ's names. Each file names the
// data for which it is here.
addProjection('cass', cassini);
addProjection('labrd', laborde);
addProjection('eck4', ({ a }) => sphereFormula(eckert4, a));
addProjection('igh', ({ a }) => sphereFormula(interruptedGoode, a));
