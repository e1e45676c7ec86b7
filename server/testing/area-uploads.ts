import { createTestApp, type TestApp } from './test-app.ts';

/** A file as a form sends it. */
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
  const boundary = 'x-boundary-x';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return app.inject({
    method: 'POST',
    url: '/api/changedetection/aoi',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload,
  });
}

/** The text of a GeoJSON feature collection. */
export const collection = (...features: unknown[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });
