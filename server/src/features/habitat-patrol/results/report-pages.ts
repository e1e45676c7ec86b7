import { formatArea } from '@refugia/contract/area-text.ts';
import { formatDate, formatDatesIn } from '@refugia/contract/date-text.ts';
import { confidenceMeaning, confidenceText } from '@refugia/contract/habitat-patrol/confidence.ts';
import { findingOf } from '@refugia/contract/habitat-patrol/finding.ts';
import type { LaterFacts } from '@refugia/contract/habitat-patrol/later-facts.ts';
import { methodSentences } from '@refugia/contract/habitat-patrol/method-texts.ts';
import {
  changeDateText,
  indexTexts,
  laterText,
} from '@refugia/contract/habitat-patrol/patch-texts.ts';
import type { RunVerdicts } from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { judgedText, verdictNames } from '@refugia/contract/habitat-patrol/verdict-texts.ts';
import { formatPlace } from '@refugia/contract/place-text.ts';
import type { ReportSettings } from '@refugia/contract/report.ts';
import { formatShare } from '@refugia/contract/share-text.ts';
import type { PatchFeature } from '@refugia/engine/analysis/result/patch-files.ts';
import { outlineLines } from '@refugia/engine/geo/outline-lines.ts';
import { type Box, placeInPicture, scaleBar } from '@refugia/engine/geo/picture-place.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import {
  type MarkedPicture,
  type Marks,
  ReportDocument,
} from '../../../services/report/report-document.ts';
import type { FinishedRun } from '../runs/run-context.ts';
import { nameOf } from '../runs/run-description.ts';
import type { StoredVerdict } from '../runs/verdict-queries.ts';

export interface PlacedPicture {
  readonly picture: Buffer;
  readonly bounds: Box;
  readonly aspect: number;
}

export interface ReportedPatch {
  readonly feature: PatchFeature & { readonly properties: LaterFacts };
  readonly before: PlacedPicture;
  readonly after: PlacedPicture;
  readonly verdict: StoredVerdict | undefined;
}

export interface ReportContent {
  readonly run: FinishedRun;
  readonly result: RunResult;
  readonly settings: ReportSettings;
  readonly brandName: string;
  /** The page of the result. */
  readonly address: string;
  readonly logo: Buffer | undefined;
  readonly locator: { readonly picture: Buffer; readonly aspect: number } | undefined;
  readonly change: PlacedPicture;
  readonly before: PlacedPicture;
  readonly after: PlacedPicture;
  readonly patches: readonly ReportedPatch[];
  readonly judged: RunVerdicts['hectares'];
}

/** The number of scenes that fill about a page. */
const scenesOnPaper = 40;
const areaColor = '#1b2420';
const patchColor = '#c2006b';

/** Lays a run's result out for paper. @returns a PDF */
export function writeReport(content: ReportContent): Promise<Buffer> {
  const { run, result, settings, brandName, address, logo } = content;
  const title = settings.title || nameOf(run);
  const pdf = new ReportDocument({ settings, title, foot: `${brandName} · ${address}`, logo });
  writeFinding(pdf, content);
  pdf.newPage();
  pdf.heading('Before and after');
  pdf.pictures([onMap(content, content.before, `Before · ${formatDate(result.before_date)}`)], 285);
  pdf.pictures([onMap(content, content.after, `After · ${formatDate(result.after_date)}`)], 285);
  writePatches(pdf, content);
  writeMethod(pdf, content);
  return pdf.finish();
}

/** The first page: what was found, where, and the numbered map of change. */
function writeFinding(pdf: ReportDocument, content: ReportContent): void {
  const { result, settings, judged, locator, change, patches } = content;
  const areaText = (hectares: number) => formatArea(hectares, { units: settings.units });
  const { change_occured, statistics } = result;
  const { headline, detail } = findingOf({ change_occured, ...statistics }, areaText);
  const dates = `${formatDate(result.before_date)} compared with ${formatDate(result.after_date)}.`;
  pdf.finding([headline, detail].filter(Boolean).join('. '));
  pdf.text(`${dates} ${judgedText(judged, areaText) ?? ''}`);
  const numbered: MarkedPicture = {
    ...change,
    caption: 'Change over the later picture. The numbers are those of the patches.',
    draw: (marks) => {
      drawArea(marks, content, change.bounds);
      for (const { feature } of patches) {
        const { id, longitude, latitude } = feature.properties;
        marks.number(String(id), placeInPicture([longitude, latitude], change.bounds));
      }
      marks.scaleBar(scaleBar(change.bounds));
    },
  };
  pdf.pictures([numbered], 330);
  if (locator) {
    const caption = `Where the area lies. ${settings.locator?.credits ?? ''}`;
    pdf.pictures([{ ...locator, caption }], 150);
  }
  pdf.facts([
    ['Area', areaText(statistics.area_hectares)],
    ['Clear on both dates', formatShare(statistics.clear_share)],
    ['Patches of change', statistics.patch_count.toLocaleString('en-US')],
    ['Largest patch', areaText(statistics.largest_patch_hectares)],
  ]);
}

/** A picture of the whole area with its outline and those of the patches that are shown one by one. */
function onMap(content: ReportContent, placed: PlacedPicture, caption: string): MarkedPicture {
  return {
    ...placed,
    caption,
    draw: (marks) => {
      drawArea(marks, content, placed.bounds);
      for (const { feature } of content.patches) {
        drawOutline(marks, feature.geometry, { bounds: placed.bounds, color: patchColor });
      }
      marks.scaleBar(scaleBar(placed.bounds));
    },
  };
}

function drawArea(marks: Marks, { run }: ReportContent, bounds: Box): void {
  drawOutline(marks, run.area.geometry, { bounds, color: areaColor });
}

function drawOutline(
  marks: Marks,
  geometry: Polygon | MultiPolygon,
  { bounds, color }: { bounds: Box; color: string },
): void {
  const lines = outlineLines(geometry).coordinates.map((line) =>
    line.map((position) => placeInPicture(position, bounds)),
  );
  marks.lines(lines, { color, widthPoints: 1 });
}

/** One strip for each of the largest patches. */
function writePatches(pdf: ReportDocument, { patches, result, settings }: ReportContent): void {
  if (patches.length === 0) return;
  pdf.newPage();
  pdf.heading(
    patches.length < result.statistics.patch_count
      ? `The largest ${patches.length} of ${result.statistics.patch_count.toLocaleString('en-US')} patches`
      : 'Patches of change',
  );
  if (patches.some(({ feature }) => confidenceText(feature.properties))) {
    pdf.text(confidenceMeaning, 'soft');
  }
  for (const { feature, before, after, verdict } of patches) {
    const { id, kind, severity, hectares, longitude, latitude } = feature.properties;
    const pictures = [before, after].map(
      (placed, index): MarkedPicture => ({
        ...placed,
        caption: index === 0 ? formatDate(result.before_date) : formatDate(result.after_date),
        draw: (marks) =>
          drawOutline(marks, feature.geometry, { bounds: placed.bounds, color: patchColor }),
      }),
    );
    const size = formatArea(hectares, { units: settings.units });
    const confidence = confidenceText(feature.properties);
    pdf.strip(pictures, `${id}  ${patchName(kind, severity)}, ${size}`, [
      formatPlace(longitude, latitude),
      ...indexTexts(feature.properties).map(
        ({ name, acronym, text }) => `${name} (${acronym}): ${text}`,
      ),
      ...(confidence ? [`Confidence: ${confidence}`] : []),
      ...[changeDateText, laterText].flatMap((text) => text(feature.properties) ?? []),
      ...verdictLines(verdict),
    ]);
  }
}

function verdictLines(counted: StoredVerdict | undefined): string[] {
  if (!counted) return [];
  const { verdict, note, username } = counted;
  const said =
    verdict === null ? [] : [`${verdictNames[verdict]}, says ${username ?? 'a visitor'}`];
  return [...said, ...(note === '' ? [] : [`“${note}”`])];
}

/** The method in plain words, and the scenes. */
function writeMethod(pdf: ReportDocument, { run, result }: ReportContent): void {
  const { provenance, imagery, scenes } = result;
  pdf.heading('Method');
  pdf.text(methodSentences(result).join(' '));
  for (const note of result.notes) pdf.text(formatDatesIn(note));
  pdf.heading('Scenes used');
  const largest = scenes.toSorted((one, other) => other.share_used - one.share_used);
  const shown = new Set(largest.slice(0, scenesOnPaper));
  pdf.table(
    [
      { name: 'Date', share: 0.14 },
      { name: 'For', share: 0.1 },
      { name: 'Clouds', share: 0.1 },
      { name: 'Used of the area', share: 0.16 },
      { name: 'Scene', share: 0.5 },
    ],
    scenes
      .filter((scene) => shown.has(scene))
      .map(({ id, role, date, cloud_share, share_used }) => [
        formatDate(date),
        role,
        formatShare(cloud_share),
        formatShare(share_used),
        id,
      ]),
  );
  if (shown.size < scenes.length) {
    pdf.text(`Another ${scenes.length - shown.size} scenes fill smaller shares.`, 'soft');
  }
  pdf.facts([
    ['Asked for', `${formatDate(run.startDate)} – ${formatDate(run.endDate)}`],
    ['Run', run.id],
    ...(provenance
      ? ([['Computed by', `${provenance.software} ${provenance.version}`]] as const)
      : []),
  ]);
  pdf.text(
    imagery.mode === 'demo'
      ? 'The imagery is simulated: it shows no real place as it is.'
      : 'Contains modified Copernicus Sentinel data.',
    'soft',
  );
}
