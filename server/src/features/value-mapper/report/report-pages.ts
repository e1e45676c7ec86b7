import { formatArea } from '@refugia/contract/area-text.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { hectaresFrom } from '@refugia/contract/value-mapper/value-areas.ts';
import { scaleBar } from '@refugia/engine/geo/picture-place.ts';
import { ReportDocument } from '../../../services/report/report-document.ts';
import { curveWords, numberWords } from './curve-words.ts';
import type { ProjectReport, ReportedLayer } from './report-content.ts';

/** Thresholds of value, in hundredths. */
const thresholds = [90, 80, 70, 60, 50, 40, 30, 20, 10, 0];
/** The columns that fit beside each other on paper. */
const mostAreaColumns = 7;
const isHalf = 0.5;

/** Lays a project out for paper. @returns a PDF */
export function writeProjectReport(report: ProjectReport): Promise<Buffer> {
  const { project, settings, brandName, logo } = report;
  const title = settings.title || project.title;
  const pdf = new ReportDocument({ settings, title, foot: brandName, logo });
  if (project.summary) pdf.text(project.summary);
  writeMap(pdf, report);
  pdf.newPage();
  writeAreas(pdf, report);
  pdf.heading('Layers, curves, weights and sources');
  for (const reported of report.layers) writeLayer(pdf, report, reported);
  writeMethod(pdf, report);
  return pdf.finish();
}

/** What was found, the map with its legend, and where it lies. */
function writeMap(pdf: ReportDocument, { map, areas, settings, locator }: ProjectReport): void {
  const [shown] = areas;
  if (shown) {
    const all = hectaresFrom(shown.areas, -Infinity);
    const high = hectaresFrom(shown.areas, isHalf);
    const share = Math.round((100 * high) / all);
    const area = formatArea(high, { units: settings.units });
    pdf.finding(`${shown.label}: ${area} (${share} %) at or above ${isHalf}`);
  }
  const { ground } = settings;
  const credits = ground ? ` Base map: ${ground.credits}` : '';
  const caption = `${map.label}, from low to high values.${credits}`;
  const draw = (marks: { scaleBar(bar: ReturnType<typeof scaleBar>): void }) =>
    marks.scaleBar(scaleBar(map.bounds));
  pdf.pictures([{ ...map, caption, draw }], locator ? 330 : 480);
  const [min, max] = map.range;
  const legend = `Value ${numberWords(min)} at the left to ${numberWords(max)} at the right; ${ground ? 'what shows the base map' : 'pale blue'} has no value.`;
  pdf.pictures([{ picture: map.scale, aspect: 32, caption: legend }], 12);
  if (locator) {
    const caption = `Where the map lies. ${settings.locator?.credits ?? ''}`;
    pdf.pictures([{ ...locator, caption }], 170);
  }
}

/** The ground at or above each threshold. */
function writeAreas(pdf: ReportDocument, { areas, settings }: ProjectReport): void {
  const shown = areas.slice(0, mostAreaColumns);
  if (shown.length === 0) return;
  pdf.heading('Areas');
  const share = 0.86 / shown.length;
  const area = (hectares: number) => formatArea(hectares, { units: settings.units });
  pdf.table(
    [{ name: 'Value', share: 0.14 }, ...shown.map(({ label }) => ({ name: label, share }))],
    [
      ...thresholds.map((hundredths) => [
        `${hundredths / 100} or more`,
        ...shown.map(({ areas: each }) => area(hectaresFrom(each, hundredths / 100))),
      ]),
      ['Any', ...shown.map(({ areas: each }) => area(hectaresFrom(each, -Infinity)))],
    ],
  );
  pdf.text('Areas are measured on the ellipsoid, of all ground that has a value.', 'soft');
}

function writeLayer(
  pdf: ReportDocument,
  { combined }: ProjectReport,
  { layer, raster, facts, valued, valuation, picture }: ReportedLayer,
): void {
  const range = valuation.kind === 'curve' ? valuation.range : undefined;
  const statistics = valued.facts?.statistics;
  const part = combined?.combination.layers.find(({ data_layer }) => data_layer === layer.id);
  const total = (combined?.combination.layers ?? []).reduce(
    (sum, { weight, leaves_out }) => sum + (leaves_out ? 0 : weight),
    0,
  );
  const unit = layer.unit === '' ? 'no unit given' : layer.unit;
  pdf.strip([{ picture, aspect: 1, caption: 'Its values' }], layer.label, [
    range
      ? `Numbers: ${numberWords(range.min)} to ${numberWords(range.max)} (${unit}).`
      : `Numbers: classes (${unit}).`,
    curveWords(valuation, layer.unit),
    ...(statistics
      ? [`Values: ${numberWords(statistics.minimum)} to ${numberWords(statistics.maximum)}.`]
      : []),
    ...(part ? [weightWords(part, total)] : combined ? ['Takes no part in the combination.'] : []),
    `Source: ${raster.fileName}, ${facts.width.toLocaleString('en-US')} × ${facts.height.toLocaleString('en-US')} pixels, ${facts.crs.epsg === null ? facts.crs.name : `EPSG:${facts.crs.epsg}`}, uploaded on ${formatDate(raster.createdAt.toISOString())}.`,
  ]);
}

function weightWords(
  { weight, above, leaves_out }: { weight: number; above: number | null; leaves_out: boolean },
  total: number,
): string {
  if (leaves_out) return 'Places where its value is above 0 are left out.';
  const share = `Weight: ${Math.round((100 * weight) / total)} %`;
  return above === null
    ? `${share}.`
    : `${share}. A place counts only where its value is above ${numberWords(above)}.`;
}

/** How the values came about, in plain words. */
function writeMethod(pdf: ReportDocument, { combined }: ProjectReport): void {
  pdf.heading('Method');
  pdf.text(
    'Each layer is a raster of numbers, such as meters or degrees. A curve that the author chose turns each number into a conservation value. 0 is neutral, 1 is high, and values below 0 speak against a place. Places without a number have no value.',
  );
  if (combined) {
    const missing =
      combined.combination.missing === 'no-data'
        ? 'Where one of the layers has no value, the result has none.'
        : 'Where a layer has no value, the others count with their weights scaled up.';
    pdf.text(
      `The combined value is the mean of the layers’ values by their weights, on one grid. Other layers are interpolated bilinearly, and classes are taken from the nearest pixel. ${missing}`,
    );
    pdf.text(`Combined on ${formatDate(combined.createdAt.toISOString())}.`, 'soft');
  }
}
