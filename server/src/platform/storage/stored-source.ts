import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { byteRange } from '../outbound/http-body.ts';
import type { HttpReply } from '../outbound/http-request.ts';
import { Bucket, BucketError } from './bucket.ts';
import type { StoredLocation } from './storage.ts';

type ObjectLocation = Extract<StoredLocation, { kind: 'object' }>;

/** An object of a bucket, read by ranges. */
export class ObjectSource {
  readonly name: string;
  readonly #bucket: Bucket;
  readonly #key: string;

  constructor({ bucket, key }: ObjectLocation) {
    this.name = key;
    this.#key = key;
    this.#bucket = new Bucket(bucket);
  }

  /**
   * Reads the bytes [offset, offset + length). There are fewer only where the object ends.
   * @throws as the file system does (`code: 'ENOENT'`) when there is no such object; {BucketError};
   * {HttpError} for a body that breaks off
   */
  async read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    const reply = await this.#bucket.ask({
      method: 'GET',
      key: this.#key,
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      ...(signal && { signal }),
    });
    if (reply.status === 206 || reply.status === 416) {
      return byteRange(reply, { url: this.#key, offset, length, maxBytes: offset + length });
    }
    reply.body.destroy();
    throw refusalOf(reply, this.#key);
  }

  async size(signal?: AbortSignal): Promise<number> {
    const key = this.#key;
    const reply = await this.#bucket.ask({ method: 'HEAD', key, ...(signal && { signal }) });
    reply.body.resume();
    if (reply.status !== 200) throw refusalOf(reply, key);
    return Number(reply.header('content-length'));
  }
}

/** Streams a stored file from its start. The stream fails with `ENOENT` when the file does not exist. */
export function readStored(location: StoredLocation): Readable {
  switch (location.kind) {
    case 'file':
      return createReadStream(location.path);
    case 'object':
      return Readable.from(readObject(location), { objectMode: false });
  }
}

/** The same as text. */
export const streamText = (location: StoredLocation): Readable =>
  readStored(location).setEncoding('utf8');

async function* readObject({ bucket, key }: ObjectLocation): AsyncGenerator<Uint8Array> {
  const reply = await new Bucket(bucket).ask({ method: 'GET', key });
  if (reply.status !== 200) {
    reply.body.resume();
    throw refusalOf(reply, key);
  }
  yield* reply.body;
}

function refusalOf({ status }: HttpReply, key: string): Error {
  const error = new BucketError(`The storage answered ${key} with HTTP status ${status}.`, {
    status,
  });
  return status === 404 ? Object.assign(error, { code: 'ENOENT' }) : error;
}
