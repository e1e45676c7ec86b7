import { randomUUID } from 'node:crypto';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import sharp from 'sharp';
import type { TestAccount, TestApp } from './test-app.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  readonly as?: TestAccount | undefined;
  readonly body?: object | undefined;
  readonly token?: string | undefined;
  /** The key of a view-only link. */
  readonly key?: string | undefined;
  /** A visitor's browser, by its cookies. */
  readonly cookies?: Record<string, string> | undefined;
}

/** Makes the calls of the Collaborative Mapper as a browser does. */
export function mapCallsOf(product: TestApp) {
  async function call(method: Method, url: string, options: CallOptions = {}) {
    const { as, body, token, key, cookies } = options;
    const reply = await product.app.inject({
      method,
      url: `/api/rrm/${url}`,
      headers: {
        ...as?.headers,
        ...(token !== undefined && { 'x-map-token': token }),
        ...(key !== undefined && { 'x-refugia-key': key }),
      },
      ...(body && { payload: body }),
      ...(cookies && { cookies }),
    });
    const isJson = reply.headers['content-type']?.toString().includes('json');
    return {
      status: reply.statusCode,
      body: isJson ? reply.json() : reply.body,
      headers: reply.headers,
      cookies: reply.cookies,
      bytes: reply.rawPayload,
    };
  }

  /** Makes a call that must succeed, and returns the reply's body. */
  async function done(method: Method, url: string, options: CallOptions = {}) {
    const reply = await call(method, url, options);
    if (reply.status !== 200) {
      throw new Error(`${method} ${url}: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    return reply.body;
  }

  const listLayers = (as: TestAccount, mapId: number): Promise<VectorLayer[]> =>
    done('GET', `vector_layers?id=${mapId}`, { as });

  return {
    call,
    done,
    /** Creates a map with collaborators, and returns its id and token. */
    async createMap(
      owner: TestAccount,
      options: { editors?: readonly TestAccount[]; isPublic?: boolean } = {},
    ): Promise<{ id: number; token: string }> {
      const id: number = await done('POST', 'map_requests?type=map', {
        as: owner,
        body: { user: owner.id },
      });
      for (const { username } of options.editors ?? []) {
        await done('POST', 'map_users', { as: owner, body: { mapID: id, username } });
      }
      if (options.isPublic) {
        await done('PUT', 'status', { as: owner, body: { id, new_status: 'public' } });
      }
      const { token } = await done('GET', `map_requests?id=${id}`, { as: owner });
      return { id, token };
    },
    /** Makes a view-only link of a map, and returns its key. */
    async makeKey(owner: TestAccount, mapId: number, name = 'Board'): Promise<string> {
      const reply = await product.app.inject({
        method: 'POST',
        url: '/api/keys',
        headers: owner.headers,
        payload: { target: { type: 'map', id: mapId }, kind: 'view', name },
      });
      if (reply.statusCode !== 200) throw new Error(`POST /api/keys: ${reply.body}`);
      return reply.json().key;
    },
    /** Adds a feature as the owner. */
    async addFeature(
      owner: TestAccount,
      mapID: number,
      geometry: object = square(),
      properties: object = {},
    ) {
      return await done('POST', 'features', {
        as: owner,
        body: { mapID, feature: { type: 'Feature', id: randomUUID(), geometry, properties } },
      });
    },
    /** The id of the layer that each map has from the beginning. */
    async defaultLayer(as: TestAccount, mapId: number): Promise<string> {
      return (await listLayers(as, mapId)).find((layer) => layer.is_default)!.id;
    },
    /** The layers of a map except for that one. */
    async addedLayers(as: TestAccount, mapId: number): Promise<VectorLayer[]> {
      return (await listLayers(as, mapId)).filter((layer) => !layer.is_default);
    },
    async listFeatures(as: TestAccount | undefined, mapId: number) {
      return (await done('GET', `features?id=${mapId}`, { as })).features;
    },
  };
}

/** A square with sides of one degree, whose south-western corner is given. */
export function square(west = -110, south = 44) {
  return rectanglePolygon([west, south, west + 1, south + 1]);
}

/** The form by which the upload dialog sends a file to a map. */
export function uploadForm(mapId: number, name: string, content: string | Uint8Array): FormData {
  const form = new FormData();
  form.set('id', String(mapId));
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  form.set('file', new File([bytes], name));
  return form;
}

export async function uploadTo(
  product: TestApp,
  upload: {
    as?: TestAccount | undefined;
    token?: string | undefined;
    key?: string | undefined;
    mapId: number;
    name: string;
    content: string | Uint8Array;
  },
) {
  const { as, token, key, mapId, name, content } = upload;
  const encoded = new Response(uploadForm(mapId, name, content));
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/rrm/upload',
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...as?.headers,
      ...(token !== undefined && { 'x-map-token': token }),
      ...(key !== undefined && { 'x-refugia-key': key }),
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
