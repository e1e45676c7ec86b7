import { rasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import { memorySink } from '@refugia/engine/testing/memory-file.ts';
import { writeCog } from '@refugia/engine/tiff/index.ts';
import type { LightMyRequestResponse } from 'fastify';
import { fileForm } from './file-form.ts';
import type { TestAccount, TestApp } from './test-app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Query = Record<string, string | number>;

const base = '/api/conservation_value_mapper';

/** Makes the calls of the Conservation Value Mapper as an account. */
export interface ValueMapperCalls {
  ask(method: Method, call: string, query?: Query): Promise<LightMyRequestResponse>;
  /** Requests a path that is not one of the app's calls, such as a tile's. */
  fetch(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Creates a project with a map and one layer. */
  makeLayer(): Promise<{ projectID: number; mapID: number; dataLayerID: number }>;
  upload(dataLayerID: number, file: Uint8Array, name?: string): Promise<LightMyRequestResponse>;
  /** Waits for all steps of processing a raster, and returns the last reply. */
  processRaster(rasterID: number): Promise<LightMyRequestResponse>;
}

export function valueMapperCalls(
  { app }: Pick<TestApp, 'app'>,
  account?: Pick<TestAccount, 'id' | 'headers'>,
): ValueMapperCalls {
  const authorization = account?.headers ?? {};
  const ask: ValueMapperCalls['ask'] = async (method, call, query = {}) =>
    await app.inject({
      method,
      url: `${base}/${call}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`])),
      headers: authorization,
    });

  return {
    ask,
    fetch: async (url, headers = {}) =>
      await app.inject({ url, headers: { ...authorization, ...headers } }),
    async makeLayer() {
      const projectID = (await ask('POST', 'projects_ctrl', { accountID: account!.id })).json();
      const mapID = (await ask('POST', 'maps_ctrl', { projectID })).json().id;
      const dataLayerID = (await ask('POST', 'data_layers_ctrl', { projectID })).json().id;
      return { projectID, mapID, dataLayerID };
    },
    async upload(dataLayerID, file, name = 'dem.tif') {
      const { payload, headers } = fileForm(file, name);
      return await app.inject({
        method: 'POST',
        url: `${base}/orig_rst_datasets_ctrl?dataLayerID=${dataLayerID}`,
        headers: { ...authorization, ...headers },
        payload,
      });
    },
    async processRaster(rasterID) {
      let reply: LightMyRequestResponse | undefined;
      for (const type of rasterSteps) {
        reply = await ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type });
        if (reply.statusCode !== 200) return reply;
      }
      return reply!;
    },
  };
}

/**
 * Makes a GeoTIFF of float32 in UTM zone 13. Each pixel holds the number of its column, from 0 in
 * the west, and the first row has no data.
 * @param unit of the numbers, as the file tells it
 * @param isPlaced whether the file says where its pixels lie
 */
export async function makeSlope({
  width = 100,
  height = 80,
  epsg = 32613 as number | null,
  isPlaced = true,
  unit = undefined as string | undefined,
} = {}): Promise<Uint8Array> {
  const sink = memorySink();
  const samples = Float32Array.from({ length: width * height }, (_, index) =>
    index < width ? -9999 : index % width,
  );
  const affine = [30, 0, 500_000, 0, -30, 4_500_000] as const;
  const image = { width, height, sampleType: 'float32', samples: [samples] } as const;
  const bands = unit === undefined ? {} : { bands: [{ unit }] };
  const place = { ...(isPlaced && { affine }), ...(epsg !== null && { epsg }) };
  await writeCog({ ...image, ...place, ...bands, nodata: -9999 }, sink, { overviews: 'none' });
  return sink.bytes();
}

export const blackToWhite = '{"min":"black","zero":"gray","max":"white"}';

/** Values a layer's raster by a curve, waits for the result, and returns its id. */
export async function valueByCurve(
  calls: ValueMapperCalls,
  dataLayerID: number,
  fnType: string,
  fnCoeffs: object,
): Promise<number> {
  const posted = await calls.ask('POST', 'val_rst_datasets_ctrl', {
    dataLayerID,
    colorPalette: blackToWhite,
    fnType,
    fnCoeffs: JSON.stringify(fnCoeffs),
  });
  const { valRstDatasetID } = posted.json();
  for (const type of ['genValRst', 'genValImg']) {
    const put = await calls.ask('PUT', 'val_rst_datasets_ctrl', { valRstDatasetID, type });
    if (put.statusCode !== 200) throw new Error(`${type}: ${put.statusCode} ${put.body}`);
  }
  return valRstDatasetID;
}
