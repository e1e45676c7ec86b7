import { expect, test } from 'vitest';
import { buildSpeciesTable } from './build.ts';

const listing = `"Common Name","Scientific Name","Scientific Name_url","Status","Taxonomic Group","Crithab Status"
"Wolf, grey","Canis exemplum","https://catalogue.example/species/12","Threatened","Mammals",""
"Wolf, grey","Canis exemplum","https://catalogue.example/species/12","Endangered","Mammals","Final"
"Ant","Formica exemplum","https://catalogue.example/species/3","Endangered","Insects","Not Prudent"
`;
const gbif = '"search","key"\n"Formica exemplum",77\n';

test('each species of the counties is one line, its populations together', () => {
  const counties = JSON.stringify({
    'Canis exemplum': ['46113', '51515', '51019', '51005'],
    'Formica exemplum': ['48029'],
  });
  expect(buildSpeciesTable({ listing, counties, gbif }).split('\n')).toEqual([
    'ecos_id\tcommon_name\tscientific_name\tgroup\tstatus\tcritical_habitat\tgbif_key\tcounties',
    '3\tAnt\tFormica exemplum\tInsects\tEndangered\tNot Prudent\t77\t48:029',
    '12\tWolf, grey\tCanis exemplum\tMammals\tEndangered and Threatened\tFinal\t\t46:102 51:005,019',
    '',
  ]);
});

test.each([
  [{ 'Felis exemplum': ['48029'] }, '"Felis exemplum" is not in the listing.'],
  [{ 'Formica exemplum': ['4802'] }, '"4802" is not a county\'s FIPS code.'],
])('%j is refused', (counties, message) => {
  const build = () => buildSpeciesTable({ listing, gbif, counties: JSON.stringify(counties) });
  expect(build).toThrow(message);
});

test('a file with other columns is refused by the name of the one that is missing', () => {
  const build = () => buildSpeciesTable({ listing, counties: '{}', gbif: 'name,key\na,1\n' });
  expect(build).toThrow('The file has no column "search".');
});
