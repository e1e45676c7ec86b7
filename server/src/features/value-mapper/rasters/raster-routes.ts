import { valueMapperBase } from '@refugia/contract/value-mapper/projects.ts';
import {
  rasterHistogramSchema,
  rasterParamsSchema,
  rasterSchema,
  rasterStepQuerySchema,
  rastersQuerySchema,
  rasterUploadQuerySchema,
} from '@refugia/contract/value-mapper/rasters.ts';
import { z } from 'zod';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { whileWanted } from '../../../platform/http/leaving.ts';
import { notFound, requireProject, requireRaster } from '../access.ts';
import { awaitStep } from '../processing/await-step.ts';
import { restartRaster } from '../processing/restart.ts';
import { listRasters } from '../stored/stored-queries.ts';
import { wholeFacts } from '../stored/valuations.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import { describeRaster } from './describe.ts';
import { uploadByForm } from './raster-upload.ts';

const path = `${valueMapperBase}/orig_rst_datasets_ctrl`;

/** Registers the routes for uploaded rasters and for the steps of processing them. */
export function registerRasters(app: App, context: ValueMapperContext): void {
  const { platform, requireReadable } = context;
  const { config, database } = platform;

  app.get(
    path,
    forAccounts("The rasters of a project's layers, or one of them", {
      querystring: rastersQuerySchema,
      response: { 200: z.union([z.array(rasterSchema), rasterSchema]) },
    }),
    async (request) => {
      const { query } = request;
      if (query.type === 'byID') {
        const { raster } = await requireReadable(request, requireRaster, query.rasterID);
        return describeRaster(raster, config.brandName);
      }
      const { id } = await requireReadable(request, requireProject, query.projectID);
      const rasters = await listRasters(database.orm, id);
      return rasters.map((row) => describeRaster(row, config.brandName));
    },
  );

  app.get(
    `${valueMapperBase}/rasters/:rasterID/histogram`,
    forAccounts("How often a raster's values occur", {
      params: rasterParamsSchema,
      response: { 200: rasterHistogramSchema },
    }),
    async (request) => {
      const { raster } = await requireReadable(request, requireRaster, request.params.rasterID);
      const histogram = wholeFacts(raster)?.shown.histogram;
      if (!histogram) throw notFound();
      const { minimum: min, maximum: max, counts } = histogram;
      return { min, max, counts: [...counts] };
    },
  );

  registerUploading(app, context);
  registerSteps(app, context);
}

function registerUploading(app: App, { platform, accountOf }: ValueMapperContext): void {
  app.post(
    path,
    forAccounts('Upload the raster of a data layer; answers its id', {
      description:
        'A form (multipart/form-data) with the field "file": a GeoTIFF (.tif or .tiff) of at most 1,000,000,000 bytes. Processing begins by itself. Large files had better be uploaded at /api/uploads, where they can be resumed.',
      consumes: ['multipart/form-data'],
      querystring: rasterUploadQuerySchema,
      response: { 200: z.number().int(), ...errorReplies(409, 413, 415, 507) },
    }),
    async (request) => {
      const account = await accountOf(request);
      const { dataLayerID: dataLayerId } = request.query;
      return await uploadByForm(platform.uploads, request, { account, dataLayerId });
    },
  );
}

function registerSteps(app: App, context: ValueMapperContext): void {
  const { platform, requireOwn } = context;

  app.put(
    path,
    forAccounts('Wait for a step of processing; one that failed is repeated', {
      querystring: rasterStepQuerySchema,
      response: { 200: rasterSchema, ...errorReplies(409, 422) },
    }),
    async (request, reply) => {
      const { query } = request;
      const { id } = (await requireOwn(request, requireRaster, query.rasterID)).raster;
      if (query.type === 'crs' && query.epsg !== undefined) {
        await restartRaster(context, id, { epsg: query.epsg });
      }
      if (query.type === 'metadata' && (query.band ?? query.kind) !== undefined) {
        await restartRaster(context, id, { band: query.band, kind: query.kind });
      }
      await awaitStep(context, { kind: 'raster', id, step: query.type }, whileWanted(reply));
      const { raster } = await requireOwn(request, requireRaster, id);
      return describeRaster(raster, platform.config.brandName);
    },
  );
}
