import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type BucketAddress, parseBucketUrl } from '../src/platform/storage/bucket.ts';
import { startStandIn } from './stand-in.ts';

/** An S3-compatible bucket on loopback, which refuses requests that are not signed as S3 requires. */
export interface BucketStandIn {
  /** For `STORAGE_URL`. */
  readonly storageUrl: string;
  readonly address: BucketAddress;
  readonly objects: Map<string, Buffer>;
  /** Uploads in several parts that were begun and neither completed nor aborted. */
  readonly openUploads: ReadonlyMap<string, PartUpload>;
  /** The statuses that the next requests are answered with instead. */
  readonly failures: number[];
  close(): Promise<void>;
}

const accessKey = 'KEY';
/** The secret contains characters that an address must percent-encode. */
const secret = 'se/cr+et';
const region = 'test-region-1';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

/**
 * The Authorization header that a request must have. Follows "Create a signed AWS API request"
 * (Signature Version 4) of the AWS documentation, step by step.
 */
function expectedAuthorization({ method, headers, url }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://any');
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const names = signed.split(';');
  searchParams.sort();
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll('+', '%20'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${secret}`, time.slice(0, 8)), region),
  );
  return `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${signed}, Signature=${hmac(key, toSign).toString('hex')}`;
}

function refuse(reply: ServerResponse, status: number, code: string): void {
  reply.writeHead(status, { 'content-type': 'application/xml' });
  reply.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

function sendObject(request: IncomingMessage, reply: ServerResponse, object: Buffer): void {
  const etag = `"${createHash('md5').update(object).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) {
    reply.writeHead(304, { etag }).end();
    return;
  }
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  if (start >= object.length && range) {
    refuse(reply, 416, 'InvalidRange');
    return;
  }
  const end = Math.min(object.length, range?.[2] ? Number(range[2]) + 1 : object.length);
  reply.writeHead(range ? 206 : 200, {
    etag,
    'accept-ranges': 'bytes',
    'content-length': end - start,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${object.length}` }),
  });
  reply.end(request.method === 'HEAD' ? undefined : object.subarray(start, end));
}

interface PartUpload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** Each part except the last must have this size, or S3 answers EntityTooSmall. */
const smallestPartBytes = 5 * 1024 * 1024;
const tagOf = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/**
 * Answers the calls of an upload of several parts by the API reference of Amazon S3:
 * CreateMultipartUpload, UploadPart, CompleteMultipartUpload and AbortMultipartUpload.
 */
function answerParts(
  uploads: Map<string, PartUpload>,
  objects: Map<string, Buffer>,
  request: { method: string | undefined; key: string; query: URLSearchParams; body: Buffer },
  reply: ServerResponse,
): void {
  const { method, key, query, body } = request;
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map() });
    reply.end(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
    return;
  }
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (upload?.key !== key) {
    refuse(reply, 404, 'NoSuchUpload');
  } else if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    reply.writeHead(200, { etag: tagOf(body) }).end();
  } else if (method === 'DELETE') {
    uploads.delete(id);
    reply.writeHead(204).end();
  } else {
    const joined = joinParts(upload, body.toString());
    if (typeof joined === 'string') {
      refuse(reply, 400, joined);
      return;
    }
    objects.set(key, joined);
    uploads.delete(id);
    reply.end(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }
}

/** Joins the parts that a listing names; returns the object, or the code of S3's refusal. */
function joinParts({ parts }: PartUpload, listing: string): Buffer | string {
  const entry = /<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g;
  const joined: Buffer[] = [];
  for (const [, number, tag] of listing.matchAll(entry)) {
    const part = parts.get(Number(number));
    if (!part || tagOf(part) !== tag) return 'InvalidPart';
    joined.push(part);
  }
  const isSmall = joined.slice(0, -1).some(({ length }) => length < smallestPartBytes);
  return isSmall ? 'EntityTooSmall' : Buffer.concat(joined);
}

export async function startBucketStandIn(bucketName = 'results'): Promise<BucketStandIn> {
  const objects = new Map<string, Buffer>();
  const failures: number[] = [];
  const openUploads = new Map<string, PartUpload>();

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const failure = failures.shift();
    if (failure !== undefined) return refuse(reply, failure, 'SlowDown');
    if (request.headers.authorization !== expectedAuthorization(request))
      return refuse(reply, 403, 'SignatureDoesNotMatch');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any');
    const [, bucket, ...path] = pathname.split('/');
    if (bucket !== bucketName) return refuse(reply, 404, 'NoSuchBucket');
    const key = path.join('/');
    if (key === '') {
      const prefix = searchParams.get('prefix') ?? '';
      const found = [...objects.keys()].filter((each) => each.startsWith(prefix)).sort();
      const keys = found.slice(0, Number(searchParams.get('max-keys')));
      const contents = keys.map((each) => `<Contents><Key>${each}</Key></Contents>`).join('');
      reply.end(`<ListBucketResult><Name>${bucketName}</Name>${contents}</ListBucketResult>`);
      return;
    }
    if (searchParams.has('uploads') || searchParams.has('uploadId')) {
      const { method } = request;
      answerParts(openUploads, objects, { method, key, query: searchParams, body }, reply);
      return;
    }
    const object = objects.get(key);
    switch (request.method) {
      case 'PUT':
        // S3 accepts no object whose length is not announced.
        if (request.headers['content-length'] === undefined)
          return refuse(reply, 411, 'MissingContentLength');
        objects.set(key, body);
        reply.end();
        return;
      case 'DELETE':
        objects.delete(key);
        reply.writeHead(204).end();
        return;
      default:
        return object ? sendObject(request, reply, object) : refuse(reply, 404, 'NoSuchKey');
    }
  }

  const { host, close } = await startStandIn((request, reply) => void answer(request, reply));
  const storageUrl = `s3+http://${accessKey}:${encodeURIComponent(secret)}@${host}/${bucketName}?region=${region}`;
  const address = parseBucketUrl(storageUrl);
  if (!address) throw new Error(`${storageUrl} is no bucket`);
  return { storageUrl, address, objects, openUploads, failures, close };
}
