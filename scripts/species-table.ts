import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSpeciesTable } from './species-table/build.ts';

const usage = `Usage: node scripts/species-table.ts --listing FILE --counties FILE --gbif FILE

Makes server/src/services/species/data/species.tsv from exports of the federal species catalogue:
  --listing   CSV, the report of listed species: common and scientific name, address with the ECOS
              id, status, group, critical habitat
  --counties  JSON, { "scientific name": ["county FIPS", …] } of the current ranges; its species are
              the table's
  --gbif      CSV, the names matched with GBIF: search, key
`;

const target = join(import.meta.dirname, '../server/src/services/species/data/species.tsv');

const { values } = parseArgs({
  options: {
    listing: { type: 'string' },
    counties: { type: 'string' },
    gbif: { type: 'string' },
  },
});
const { listing, counties, gbif } = values;
if (listing === undefined || counties === undefined || gbif === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const table = buildSpeciesTable({
    listing: await readFile(listing, 'utf8'),
    counties: await readFile(counties, 'utf8'),
    gbif: await readFile(gbif, 'utf8'),
  });
  await writeFile(target, table);
  process.stdout.write(`${table.trimEnd().split('\n').length - 1} species: ${target}\n`);
}
