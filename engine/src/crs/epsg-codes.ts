import { readFileSync } from 'node:fs';
import { once } from '../memory/once.ts';
import { type AreaOfUse, datumOfCode, plain, world } from './datums.ts';

export interface ProjectedCode {
  readonly name: string;
  readonly geographicCode: number;
  /** PROJ string without ellipsoid and datum. */
  readonly projection: string;
  /** The metres of its unit. */
  readonly unit: number;
  /** Its area of use; the world if that does not affect the choice of the datum's shift. */
  readonly area: AreaOfUse;
}

const rows = once(
  () => new Map(linesOf('./epsg-codes.tsv').map((line) => [Number.parseInt(line, 10), line])),
);

/** The lines of a table beside this file. */
export function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

/** The projected CRS with an EPSG code; undefined if the code is not in the table. */
export function projectedCode(epsg: number): ProjectedCode | undefined {
  const row = rows().get(epsg);
  if (row === undefined) return undefined;
  const [, name = '', geographicCode, unit, projection = '', area] = row.split('\t');
  return {
    name,
    geographicCode: Number(geographicCode),
    unit: Number(unit),
    projection,
    area: areaOf(area),
  };
}

const replacements = once(() => pairsOf('./replaced-codes.tsv'));
const horizontals = once(() => pairsOf('./horizontal-codes.tsv'));
const conversions = once(() => pairsOf('./conversions.tsv'));

/** The code by which EPSG has replaced a withdrawn one, as GDAL takes it; else the code itself. */
export function currentCode(epsg: number): number {
  return replacements().get(epsg) ?? epsg;
}

/**
 * The code of the horizontal part of a CRS with heights, such as 25832 for 5972 (UTM zone 32N and
 * heights of Norway) and 4326 for 4979; else the code itself.
 */
export function horizontalCode(epsg: number): number {
  return horizontals().get(epsg) ?? epsg;
}

/** Whether an EPSG code stands for a geographic CRS rather than for a projected one. */
export function isGeographicCode(epsg: number): boolean {
  const current = currentCode(horizontalCode(epsg));
  const inGrads = projectedCode(current)?.projection.startsWith('+proj=longlat');
  return inGrads ?? datumOfCode(current) !== undefined;
}

/** A projected CRS that uses the conversion with an EPSG code, such as 16013 for UTM zone 13N. */
export function projectedByConversion(code: number): ProjectedCode | undefined {
  const epsg = conversions().get(code);
  return epsg === undefined ? undefined : projectedCode(epsg);
}

function pairsOf(file: string): Map<number, number> {
  return new Map(
    linesOf(file).map((line) => {
      const [from, to] = line.split('\t').map(Number);
      return [from, to];
    }),
  );
}

/** The area of use of the projected CRS with a name, as EPSG or Esri write it. */
export function areaOfProjected(name: string): AreaOfUse {
  return areas().get(plain(name)) ?? world;
}

const areas = once(() => {
  const found = new Map<string, AreaOfUse>();
  for (const line of linesOf('./more-areas.tsv')) {
    const [name = '', area] = line.split('\t');
    found.set(plain(name), areaOf(area));
  }
  for (const line of rows().values()) {
    const [, name = '', , , , area, esriName] = line.split('\t');
    if (!area) continue;
    found.set(plain(name), areaOf(area));
    if (esriName) found.set(plain(esriName), areaOf(area));
  }
  return found;
});

function areaOf(text: string | undefined): AreaOfUse {
  const [west, south, east, north] = text?.split(' ').map(Number) ?? [];
  return north === undefined ? world : [west, south, east, north];
}
