import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join, normalize } from 'node:path';
import { readItems, searchItems } from './imagery-catalogue.ts';
import { type Fault, FaultPlan } from './imagery-faults.ts';

export interface ImageryServerOptions {
  /** Every request waits so long before it is answered. */
  latencyMilliseconds?: number;
  /** Items of one page of a search, at most. */
  maxPageSize?: number;
  faults?: readonly Fault[];
}

export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
}

export interface ImageryServer {
  /** Root of the STAC API. */
  readonly catalogueUrl: string;
  /** Name and port, for a transport's allowed hosts. */
  readonly host: string;
  readonly requests: LoggedRequest[];
  readonly faults: FaultPlan;
  /** Called with the path of each request that is never answered, once it is known. */
  onHang(listener: (path: string) => void): void;
  close(): Promise<void>;
}

const defaults = { latencyMilliseconds: 0, maxPageSize: 100 };

/**
 * Serves a folder of STAC items and their GeoTIFFs on a free port of the loopback interface: a STAC
 * API that can be searched, and files that are read by ranges. Faults can be added at any time.
 */
export async function startImageryServer(
  folder: string,
  options: ImageryServerOptions = {},
): Promise<ImageryServer> {
  const settings = { ...defaults, ...options };
  const faults = new FaultPlan();
  faults.add(...(options.faults ?? []));
  const requests: LoggedRequest[] = [];
  const sockets = new Set<Socket>();
  const hangListeners: ((path: string) => void)[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://imagery');
    requests.push({ method: request.method ?? '', path: pathname, range: request.headers.range });
    setTimeout(() => {
      answer(request, response, pathname).catch((error: Error) => {
        if (response.headersSent) response.destroy();
        else sendJson(response, 500, { error: error.message });
      });
    }, settings.latencyMilliseconds);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const catalogueUrl = `http://${host}/v1`;
  const items = await readItems(folder, `http://${host}/files`);
  const collections = [...new Set(items.map(({ collection }) => collection))];

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> {
    const fault = faults.next(path);
    if (fault?.kind === 'hang') {
      for (const listener of hangListeners) listener(path);
      return;
    }
    if (fault && happen(fault, response)) return;
    if (path === '/v1/search' && request.method === 'POST') {
      const body = JSON.parse(await readBody(request)) as Parameters<typeof searchItems>[1];
      const { maxPageSize } = settings;
      const page = searchItems(items, body, { searchUrl: `${catalogueUrl}/search`, maxPageSize });
      return send(response, 200, JSON.stringify(page), fault?.kind === 'truncate');
    }
    if (path === '/v1/collections') {
      return sendJson(response, 200, { collections: collections.map((id) => ({ id })), links: [] });
    }
    if (path.startsWith('/files/')) {
      return sendFile(join(folder, normalize(decodeURIComponent(path.slice(6)))), request, {
        response,
        fault,
      });
    }
    return sendJson(response, 404, { code: 'NotFound', description: path });
  }

  return {
    catalogueUrl,
    host,
    requests,
    faults,
    onHang(listener) {
      hangListeners.push(listener);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Lets a fault happen; false when it concerns the body, which is still to be sent. */
function happen(fault: Exclude<Fault, { kind: 'hang' }>, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfterSeconds !== undefined) {
        response.setHeader('retry-after', fault.retryAfterSeconds);
      }
      sendJson(response, fault.status, { code: 'Fault' });
      return true;
    case 'redirect':
      response.writeHead(302, { location: fault.location }).end();
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'truncate':
    case 'whole-file':
      return false;
  }
}

async function sendFile(
  path: string,
  request: IncomingMessage,
  { response, fault }: { response: ServerResponse; fault: Fault | undefined },
): Promise<void> {
  const file = await openOrMissing(path);
  if (!file) return sendJson(response, 404, { code: 'NoSuchKey' });
  try {
    const { size } = await file.stat();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    response.setHeader('content-type', 'image/tiff');
    if (!range || fault?.kind === 'whole-file') {
      return send(response, 200, await readPart(file, 0, size), fault?.kind === 'truncate');
    }
    const first = Number(range[1]);
    const last = Math.min(Number(range[2]), size - 1);
    if (first >= size) {
      response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
      return;
    }
    response.setHeader('content-range', `bytes ${first}-${last}/${size}`);
    const part = await readPart(file, first, last - first + 1);
    return send(response, 206, part, fault?.kind === 'truncate');
  } finally {
    await file.close();
  }
}

async function openOrMissing(path: string): Promise<FileHandle | undefined> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function readPart(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.setHeader('content-type', 'application/json');
  send(response, status, JSON.stringify(body), false);
}

/** Sends a body; when truncated, its second half is announced and never comes. */
function send(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  isTruncated: boolean,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': bytes.length });
  if (!isTruncated) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
