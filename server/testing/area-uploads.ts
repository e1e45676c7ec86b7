import { createTestApp, type TestApp, testConfig } from './test-app.ts';

/** A file as a form brings it. */
export interface Upload {
  name?: string;
  content: Uint8Array | string;
  field?: string;
  headers?: Record<string, string>;
}

/** The product, and a way to send it files with areas. */
export interface AreaUploads {
  readonly product: TestApp;
  upload(sent: Upload): ReturnType<typeof send>;
  close(): Promise<void>;
}

/** An installation that reads as many files as a test has. */
export async function createAreaUploads(): Promise<AreaUploads> {
  const rateLimits = { ...testConfig().rateLimits, importsPerMinutePerAddress: 1000 };
  const product = await createTestApp({ config: { rateLimits }, work: false });
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

/** A file of features. */
export const collection = (...features: unknown[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });
