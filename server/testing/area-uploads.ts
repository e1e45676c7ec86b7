import { fileForm } from './file-form.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export interface Upload {
  name?: string;
  content: Uint8Array | string;
  field?: string;
  headers?: Record<string, string>;
}

/** The product, and a function that uploads files with areas to it. */
export interface AreaUploads {
  readonly product: TestApp;
  upload(sent: Upload): ReturnType<typeof send>;
  close(): Promise<void>;
}

export async function createAreaUploads(): Promise<AreaUploads> {
  const product = await createTestApp({ work: false });
  return {
    product,
    upload: (sent) => send(product, sent),
    close: () => product.close(),
  };
}

function send(
  { app }: TestApp,
  { name = 'area.json', content, field = 'file', headers = {} }: Upload,
) {
  const form = fileForm(Buffer.from(content), name, field);
  return app.inject({
    method: 'POST',
    url: '/api/changedetection/aoi',
    headers: { ...form.headers, ...headers },
    payload: form.payload,
  });
}

/** The text of a GeoJSON feature collection. */
export const collection = (...features: unknown[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });
