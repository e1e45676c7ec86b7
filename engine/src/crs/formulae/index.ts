import proj4 from 'proj4';
import { cassini } from './cassini.ts';
import { colombiaUrban } from './colombia-urban.ts';
import { eckert } from './eckert.ts';
import { projection, sphereFormula } from './formula.ts';
import { geostationary } from './geostationary.ts';
import { goode, interruptedGoode } from './goode.ts';
import { laborde } from './laborde.ts';
import { orthographic } from './orthographic.ts';
import { vanDerGrinten } from './van-der-grinten.ts';
import { worldMaps } from './world-maps.ts';

/** Projections of a sphere, by PROJ's names. */
const ofSphere = { ...eckert, goode, igh: interruptedGoode, vandg: vanDerGrinten };

/**
 * Projections that proj4js does not have, or computes otherwise than PROJ, by PROJ's names. Importing this
 * module adds them to it.
 */
const all = [
  projection('cass', cassini),
  projection('col_urban', colombiaUrban),
  projection('geos', geostationary),
  projection('labrd', laborde),
  projection('ortho', orthographic),
  ...Object.entries(ofSphere).map(([name, formula]) =>
    projection(name, ({ a }) => sphereFormula(formula, a)),
  ),
  ...Object.entries(worldMaps).map(([name, make]) =>
    projection(name, (settings) => sphereFormula(make(settings), settings.a)),
  ),
];
for (const [index, each] of all.entries()) {
  // The type demands fields that proj4js fills in itself.
  proj4.Proj.projections.add(each as Parameters<typeof proj4.Proj.projections.add>[0], index);
}
