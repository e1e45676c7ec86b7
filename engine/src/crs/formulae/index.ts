import proj4 from 'proj4';
import { bonne } from './bonne.ts';
import { cassini } from './cassini.ts';
import { colombiaUrban } from './colombia-urban.ts';
import { eckert } from './eckert.ts';
import { projection, sphereFormula } from './formula.ts';
import { gaussSchreiber } from './gauss-schreiber.ts';
import { geostationary } from './geostationary.ts';
import { gnomonic } from './gnomonic.ts';
import { goode, interruptedGoode } from './goode.ts';
import { imwPolyconic } from './imw-polyconic.ts';
import { laborde } from './laborde.ts';
import { orthographic } from './orthographic.ts';
import { polynomialMaps } from './polynomial-maps.ts';
import { transverseEqualArea } from './transverse-equal-area.ts';
import { twoPointEquidistant } from './two-point-equidistant.ts';
import { vanDerGrinten } from './van-der-grinten.ts';
import { wagner } from './wagner.ts';
import { worldMaps } from './world-maps.ts';

/** Projections of a sphere, by PROJ's names. */
const ofSphere = {
  ...eckert,
  ...polynomialMaps,
  goode,
  igh: interruptedGoode,
  vandg: vanDerGrinten,
};

/**
 * Projections that proj4js does not have, or computes otherwise than PROJ, by PROJ's names. Importing this
 * module adds them to it.
 */
const all = [
  projection('bonne', bonne),
  projection('cass', cassini),
  projection('col_urban', colombiaUrban),
  projection('geos', geostationary),
  projection('gnom', gnomonic),
  projection('gstmerc', gaussSchreiber),
  projection('imw_p', imwPolyconic),
  projection('labrd', laborde),
  projection('ortho', orthographic),
  projection('tcea', transverseEqualArea),
  projection('tpeqd', twoPointEquidistant),
  ...Object.entries(ofSphere).map(([name, formula]) =>
    projection(name, ({ a }) => sphereFormula(formula, a)),
  ),
  ...Object.entries({ ...worldMaps, ...wagner }).map(([name, make]) =>
    projection(name, (settings) => sphereFormula(make(settings), settings.a)),
  ),
];
for (const [index, each] of all.entries()) {
  // The type demands fields that proj4js fills in itself.
  proj4.Proj.projections.add(each as Parameters<typeof proj4.Proj.projections.add>[0], index);
}
