import {
  type ExportFormat,
  exportQuerySchema,
} from '@refugia/contract/collaborative-mapper/layers.ts';
import { asc, sql } from 'drizzle-orm';
import { mapFeature } from '../../../platform/database/schema/index.ts';
import { type App, binaryReply, errorReplies } from '../../../platform/http/api.ts';
import { oneAtATime } from '../../../platform/http/one-at-a-time.ts';
import { attachment } from '../../../platform/http/stored-file-reply.ts';
import { runInProcess } from '../../../platform/processes/run-in-process.ts';
import { createCallerLimitCheck } from '../../../platform/session/caller-limits.ts';
import type { ExportOrder, ExportProgram } from '../../../services/vector-export/export-main.ts';
import { listLayers } from '../layers/layer-queries.ts';
import { layerNotFound } from '../log/layer-changes.ts';
import { forAnybody, type MapContext } from '../maps/map-context.ts';
import { featuresInParts, layersInOrder } from '../maps/map-layers.ts';

const kinds: Record<ExportFormat, { readonly mediaType: string; readonly ending: string }> = {
  geojson: { mediaType: 'application/geo+json', ending: 'geojson' },
  kml: { mediaType: 'application/vnd.google-earth.kml+xml', ending: 'kml' },
  shapefile: { mediaType: 'application/zip', ending: 'zip' },
  csv: { mediaType: 'text/csv; charset=utf-8', ending: 'csv' },
  'csv-exact': { mediaType: 'text/csv; charset=utf-8', ending: 'csv' },
};
const process = {
  isConfined: true,
  heapMegabytes: 1_000,
  memoryBytes: 1_600_000_000,
  milliseconds: 120_000,
};
const entry = new URL('../../../services/vector-export/export-main.ts', import.meta.url);

/** Registers the download of a map, or of one of its layers, as a file for a GIS. */
export function registerExports(app: App, context: MapContext): void {
  const inTurn = oneAtATime('exports_busy', 'Too many files are being made. Please try again.');
  const checkRate = createCallerLimitCheck(app, context.platform, 'exportsPerMinute');

  app.get(
    '/api/rrm/export',
    forAnybody('A map, or a layer of it, as GeoJSON, KML, shapefile or CSV with WKT', {
      description:
        'In "csv", texts that a spreadsheet would compute as formulas have an apostrophe in front; "csv-exact" has all texts as they are.',
      querystring: exportQuerySchema,
      response: {
        200: binaryReply('A file.', ...Object.values(kinds).map(({ mediaType }) => mediaType)),
        ...errorReplies(429, 503),
      },
    }),
    async (request, reply) => {
      const { id, format, layer_id: layerId } = request.query;
      const { map } = await context.read(request, id);
      await checkRate(request, reply);
      const layers = await listLayers(context, map);
      const layer = layers.find((each) => each.id === layerId);
      if (layerId !== undefined && !layer) throw layerNotFound();
      const name = layer?.dataset ?? map.name;
      const order: ExportOrder = {
        format,
        name,
        layers: Object.fromEntries(
          layers.map(({ id: layerId, dataset, fields, style }) => [
            layerId,
            {
              name: dataset,
              style,
              fields: fields.map(({ key, name, is_removed }) => ({
                key,
                name,
                isRemoved: is_removed,
              })),
            },
          ]),
        ),
      };
      const bytes = await inTurn(reply, async (signal) => {
        const input = await readFeatures(context, id, layerId);
        return await runInProcess<ExportProgram>(entry, order, { ...process, input, signal });
      });
      const { mediaType, ending } = kinds[format];
      const fileName = `${name}.${ending}`.replace(/[/\\?%*:|"<>\p{Cc}]/gu, '_');
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', attachment(fileName))
        .type(mediaType)
        .send(Buffer.from(bytes));
    },
  );
}

/** Reads features as JSON text, which the database writes and the exporting process reads. */
async function readFeatures(
  { orm }: MapContext,
  mapId: number,
  layerId: string | undefined,
): Promise<Uint8Array> {
  const layers = layerId === undefined ? await layersInOrder(orm, mapId) : [layerId];
  const texts: string[] = [];
  const parts = featuresInParts(mapId, layers, (where, limit) =>
    orm
      .select({
        number: mapFeature.number,
        text: sql<string>`json_build_object('id', ${mapFeature.id}, 'layer', ${mapFeature.layerId}, 'geometry', ${mapFeature.geometry}, 'properties', ${mapFeature.properties})::text`,
      })
      .from(mapFeature)
      .where(where)
      .orderBy(asc(mapFeature.number))
      .limit(limit),
  );
  for await (const part of parts) for (const { text } of part) texts.push(text);
  return Buffer.from(`[${texts.join(',')}]`);
}
