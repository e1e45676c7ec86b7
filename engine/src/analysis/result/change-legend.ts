import {
  type ChangeLegend,
  changePalette,
  paletteKinds,
  paletteSeverities,
} from '../../render/change-palette.ts';
import type { Palette } from '../../tiff/index.ts';
import { hexOfColour, type Rgb } from '../../valuation/index.ts';

/** The classes by their numbers. */
const classes = Object.values(changePalette).sort((one, other) => one.code - other.code);

/** The classes that a file with this legend can contain, by their numbers. */
function presentClasses(legend: ChangeLegend) {
  const change = legend === 'kinds' ? paletteKinds : paletteSeverities;
  const names = ['unchanged', ...change, 'outside', 'unobserved'] as const;
  return names.map((name) => changePalette[name]).sort((one, other) => one.code - other.code);
}

const unused: Rgb = [0, 0, 0];

/** The colours of a change layer for the colour table of its file. */
export const changeColourTable: Palette = Array.from(
  { length: 256 },
  (_, code) => classes.find((entry) => entry.code === code)?.colour ?? unused,
);

/** The classes as metadata of the band, such as CLASS_2 = Vegetation lost. */
export function changeClassItems(legend: ChangeLegend): Readonly<Record<string, string>> {
  return Object.fromEntries(
    presentClasses(legend).map(({ code, name }) => [`CLASS_${code}`, name]),
  );
}

/** GDAL's numbers for the type and the usage of a column. */
const columns = [
  { name: 'Value', type: 0, usage: 5 },
  { name: 'Class', type: 2, usage: 2 },
  { name: 'Red', type: 0, usage: 6 },
  { name: 'Green', type: 0, usage: 7 },
  { name: 'Blue', type: 0, usage: 8 },
  { name: 'Alpha', type: 0, usage: 9 },
] as const;

/**
 * What GDAL stores beside a raster (`change.tif.aux.xml`): the names of the classes, numbered
 * without a gap, and a raster attribute table of them.
 */
export function changeAuxXml(legend: ChangeLegend): string {
  const named = classes.filter(({ code }, index) => code === index);
  const rows = presentClasses(legend).map(({ code, name, colour }) => [
    code,
    name,
    ...colour,
    alphaOf(code),
  ]);
  return `<PAMDataset>
  <PAMRasterBand band="1">
    <CategoryNames>
${named.map(({ name }) => `      <Category>${name}</Category>`).join('\n')}
    </CategoryNames>
    <GDALRasterAttributeTable tableType="thematic">
${columns
  .map(
    ({ name, type, usage }, index) =>
      `      <FieldDefn index="${index}"><Name>${name}</Name><Type>${type}</Type><Usage>${usage}</Usage></FieldDefn>`,
  )
  .join('\n')}
${rows
  .map(
    (row, index) =>
      `      <Row index="${index}">${row.map((cell) => `<F>${cell}</F>`).join('')}</Row>`,
  )
  .join('\n')}
    </GDALRasterAttributeTable>
  </PAMRasterBand>
</PAMDataset>
`;
}

/** A style that QGIS loads from beside the file (`change.qml`). It makes change stand out. */
export function changeQml(legend: ChangeLegend): string {
  const entries = presentClasses(legend).filter(({ code }) => code !== changePalette.outside.code);
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22.0" styleCategories="Symbology">
  <pipe>
    <rasterrenderer type="paletted" band="1" opacity="1" alphaBand="-1" nodataColor="">
      <colorPalette>
${entries
  .map(
    ({ code, name, colour }) =>
      `        <paletteEntry value="${code}" color="${hexOfColour(colour)}" alpha="${alphaOf(code)}" label="${name}"/>`,
  )
  .join('\n')}
      </colorPalette>
    </rasterrenderer>
  </pipe>
</qgis>
`;
}

/** Unchanged pixels and pixels outside of the area are transparent. */
function alphaOf(code: number): number {
  return code === changePalette.unchanged.code || code === changePalette.outside.code ? 0 : 255;
}
