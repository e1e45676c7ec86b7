import { readFileSync } from 'node:fs';

export interface ProjectedCode {
  readonly name: string;
  readonly geographicCode: number;
  /** PROJ string without ellipsoid and datum. */
  readonly projection: string;
  /** Metres of its unit. */
  readonly unit: number;
}

let rows: Map<number, string>;

function load(): Map<number, string> {
  const text = readFileSync(new URL('./epsg-codes.tsv', import.meta.url), 'utf8');
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [Number.parseInt(line, 10), line]),
  );
}

/** The projected CRS with an EPSG code; undefined for a code that isn't in the table. */
export function projectedCode(epsg: number): ProjectedCode | undefined {
  rows ??= load();
  const row = rows.get(epsg);
  if (row === undefined) return undefined;
  const [, name = '', geographicCode, unit, projection = ''] = row.split('\t');
  return { name, geographicCode: Number(geographicCode), unit: Number(unit), projection };
}
