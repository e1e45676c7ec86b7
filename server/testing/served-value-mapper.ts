import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { signUpAtRunning } from './running-maps.ts';
import { chunkHeaders, uploadMetadata } from './upload-headers.ts';

const base = '/api/conservation_value_mapper';

/** The parts of a raster's and a valued raster's replies that tests with processes read. */
export interface ServedRaster {
  readonly id: number;
  readonly data_file: string | null;
  readonly data_file_size: number;
  readonly dataset_max_val: number | null;
  readonly processing: {
    readonly step: string;
    readonly state: string;
    readonly share: number;
    readonly error: string | null;
    readonly code: string | null;
  };
}

/** An unfinished upload as the list of uploads describes it. */
interface ServedUpload {
  readonly address: string;
  readonly offset: number;
}

type Query = Record<string, string | number>;

/** A person at a server that may be killed and started again at another address. */
export interface ServedPerson {
  readonly accountID: number;
  readonly headers: { readonly authorization: string };
  fetch(path: string, options?: RequestInit): Promise<Response>;
  /** Makes a call of the Value Mapper, which must be answered with 200. */
  ask<Body>(method: string, call: string, query: Query, body?: object): Promise<Body>;
  /** Creates a project with a map and a layer, and returns the layer's id. */
  makeLayer(): Promise<number>;
  /** Begins a resumable upload, and returns its path. */
  beginUpload(dataLayerID: number, size: number): Promise<string>;
  /** Sends bytes from an offset on. */
  sendUpload(path: string, offset: number, bytes: Uint8Array): Promise<Response>;
  /** Begins to send bytes, and returns a function that cuts the connection. */
  beginSending(path: string, bytes: Uint8Array, announced: number): () => void;
  unfinishedUploads(): Promise<ServedUpload[]>;
  /** Uploads a whole raster, and returns its id. */
  upload(dataLayerID: number, file: Uint8Array): Promise<number>;
}

/**
 * Signs a person up.
 * @param server.addressNow returns the address at which the server listens now
 * @param server.dataDirectory of the process that sends mail
 */
export async function registerServedPerson(server: {
  readonly addressNow: () => string;
  readonly dataDirectory: string;
}): Promise<ServedPerson> {
  const { addressNow, dataDirectory } = server;
  const { id, token } = await signUpAtRunning(addressNow(), [join(dataDirectory, 'outbox')]);
  return servedPerson(addressNow, { authorization: `JWT ${token}` }, id);
}

/** Creates a person who is logged in already. */
export function servedPerson(
  addressNow: () => string,
  headers: { readonly authorization: string },
  accountID: number,
): ServedPerson {
  const chunk = (offset: number) => ({ ...headers, ...chunkHeaders(offset) });

  async function fetchPath(path: string, options: RequestInit = {}): Promise<Response> {
    return await fetch(`${addressNow()}${path}`, { headers, ...options });
  }

  async function ask<Body>(
    method: string,
    call: string,
    query: Query,
    body?: object,
  ): Promise<Body> {
    const values = Object.entries(query).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const reply = await fetchPath(`${base}/${call}?${new URLSearchParams(values)}`, {
      method,
      ...(body && {
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    });
    if (reply.status === 200) return (await reply.json()) as Body;
    throw new Error(`${method} ${call}: ${reply.status} ${await reply.text()}`);
  }

  const person: ServedPerson = {
    accountID,
    headers,
    fetch: fetchPath,
    ask,
    async makeLayer() {
      const projectID = await ask<number>('POST', 'projects_ctrl', { accountID });
      await ask('POST', 'maps_ctrl', { projectID });
      return (await ask<{ id: number }>('POST', 'data_layers_ctrl', { projectID })).id;
    },
    async beginUpload(dataLayerID, size) {
      const begun = await fetchPath('/api/uploads', {
        method: 'POST',
        headers: {
          ...headers,
          'tus-resumable': '1.0.0',
          'upload-length': String(size),
          'upload-metadata': uploadMetadata({
            purpose: 'value-mapper-raster',
            target: String(dataLayerID),
            filename: 'slope.tif',
          }),
        },
      });
      if (begun.status !== 201) throw new Error(`upload: ${begun.status} ${await begun.text()}`);
      return begun.headers.get('location') ?? '';
    },
    async sendUpload(path, offset, bytes) {
      const body = bytes as Uint8Array<ArrayBuffer>;
      return await fetchPath(path, { method: 'PATCH', headers: chunk(offset), body });
    },
    beginSending(path, bytes, announced) {
      const cut = httpRequest(`${addressNow()}${path}`, {
        method: 'PATCH',
        headers: { ...chunk(0), 'content-length': announced },
      });
      cut.on('error', () => {});
      cut.write(bytes);
      return () => cut.destroy();
    },
    async unfinishedUploads() {
      return (await (await fetchPath('/api/uploads')).json()) as ServedUpload[];
    },
    async upload(dataLayerID, file) {
      const path = await person.beginUpload(dataLayerID, file.length);
      const reply = await person.sendUpload(path, 0, file);
      if (reply.status !== 204) throw new Error(`upload: ${reply.status} ${await reply.text()}`);
      return Number(reply.headers.get('upload-result'));
    },
  };
  return person;
}
