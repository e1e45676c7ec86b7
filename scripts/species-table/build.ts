import { parse } from 'csv-parse/sync';

/** The texts of the exported files. */
export interface SpeciesExports {
  /** CSV: the catalogue's report of listed species. */
  readonly listing: string;
  /** JSON: county FIPS codes by scientific name. */
  readonly counties: string;
  /** CSV: GBIF keys by scientific name. */
  readonly gbif: string;
}

/** Codes of counties that changed after the ranges were recorded, and their codes today. */
const countyAliases: Readonly<Record<string, string>> = {
  // Shannon County, South Dakota, was renamed Oglala Lakota County in 2015.
  '46113': '46102',
  // Bedford, Virginia, gave up its status as an independent city in 2013 and belongs to Bedford
  // County.
  '51515': '51019',
};

/**
 * The statuses of critical habitat in the order of preference. The populations of a species may
 * differ, and the first status that any of them has is used.
 */
const habitatOrder = ['Final', 'Proposed', 'Not Prudent'];

const columns = [
  'ecos_id',
  'common_name',
  'scientific_name',
  'group',
  'status',
  'critical_habitat',
  'gbif_key',
  'counties',
];

type Row = Readonly<Record<string, string>>;

/**
 * Builds the table of species as tab-separated text. Lines are sorted by common name, then by
 * scientific name.
 * @throws when a species of the counties is not in the listing
 */
export function buildSpeciesTable(exports: SpeciesExports): string {
  const listings = Map.groupBy(readCsv(exports.listing), (row) => column(row, 'Scientific Name'));
  const keys = new Map(
    readCsv(exports.gbif).map((row) => [column(row, 'search'), column(row, 'key')]),
  );
  const counties: Record<string, string[]> = JSON.parse(exports.counties);
  const lines = Object.entries(counties)
    .map(([scientificName, codes]) => {
      const rows = listings.get(scientificName);
      if (rows === undefined) throw new Error(`"${scientificName}" is not in the listing.`);
      const common = column(rows[0], 'Common Name');
      return [
        ecosId(column(rows[0], 'Scientific Name_url')),
        common,
        scientificName,
        column(rows[0], 'Taxonomic Group'),
        statusOf(rows),
        habitatOf(rows),
        keys.get(scientificName) ?? '',
        writeCounties(codes),
      ];
    })
    .sort((a, b) => compare(a[1], b[1]) || compare(a[2], b[2]));
  return `${[columns, ...lines].map((cells) => cells.join('\t')).join('\n')}\n`;
}

function readCsv(text: string): Row[] {
  return parse(text, { columns: true, bom: true, trim: true }) as Row[];
}

function column(row: Row, name: string): string {
  const value = row[name];
  if (value === undefined) throw new Error(`The file has no column "${name}".`);
  if (/[\t\n]/.test(value)) throw new Error(`"${value}" holds a tab or a new line.`);
  return value;
}

function ecosId(address: string): string {
  const id = /\/species\/(\d+)$/.exec(address)?.[1];
  if (id === undefined) throw new Error(`"${address}" is not a species' address.`);
  return id;
}

function statusOf(rows: readonly Row[]): string {
  return [...new Set(rows.map((row) => column(row, 'Status')))].sort().join(' and ');
}

function habitatOf(rows: readonly Row[]): string {
  const found = new Set(rows.map((row) => column(row, 'Crithab Status')));
  return habitatOrder.find((each) => found.has(each)) ?? '';
}

/** Writes FIPS codes with each state's digits once: "12:015,071 48:029". */
function writeCounties(codes: readonly string[]): string {
  const known = codes.map((code) => {
    if (!/^\d{5}$/.test(code)) throw new Error(`"${code}" is not a county's FIPS code.`);
    return countyAliases[code] ?? code;
  });
  const states = Map.groupBy([...new Set(known)].sort(), (code) => code.slice(0, 2));
  return [...states]
    .map(([state, members]) => `${state}:${members.map((code) => code.slice(2)).join(',')}`)
    .join(' ');
}

/** Compares by code unit, so that the order is the same on every machine. */
function compare(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
}
