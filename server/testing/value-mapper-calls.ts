import type { LightMyRequestResponse } from 'fastify';
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

/** A form with one file. */
export function fileForm(file: Uint8Array, name: string) {
  const boundary = 'boundary-of-a-test';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/tiff\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
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
      for (const type of ['metadata', 'crs', 'geospatial', 'img']) {
        reply = await ask('PUT', 'orig_rst_datasets_ctrl', { rasterID, type });
        if (reply.statusCode !== 200) return reply;
      }
      return reply!;
    },
  };
}
