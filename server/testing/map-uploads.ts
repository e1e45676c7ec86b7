import sharp from 'sharp';
import type { TestAccount, TestApp } from './test-app.ts';

/** Uploads a file to a map by the form that the upload dialog sends. */
export async function uploadTo(
  product: TestApp,
  upload: {
    as?: TestAccount | undefined;
    token?: string | undefined;
    mapId: number;
    name: string;
    content: string | Uint8Array;
  },
) {
  const { as, token, mapId, name, content } = upload;
  const form = new FormData();
  form.set('id', String(mapId));
  form.set(
    'file',
    new File([typeof content === 'string' ? content : new Uint8Array(content)], name),
  );
  const encoded = new Response(form);
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/rrm/upload',
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...as?.headers,
      ...(token !== undefined && { 'x-map-token': token }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Makes a small picture of 8 × 6 pixels. */
export async function tinyPng(): Promise<Uint8Array> {
  const background = { r: 30, g: 120, b: 60 };
  return await sharp({ create: { width: 8, height: 6, channels: 3, background } })
    .png()
    .toBuffer();
}
