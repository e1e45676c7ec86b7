import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { HabitatQuestion, HabitatReply } from './habitat-worker.ts';

const source = 'U.S. Fish and Wildlife Service, critical habitat';

/** The service simplifies by this much already: a pixel of the imagery, in degrees and in metres. */
const serviceTolerance = { degrees: 0.0001, meters: 10 };
const pageSize = 200;
const maxPages = 25;
const threadMegabytes = 512;

/**
 * A species' critical habitat from an ArcGIS feature layer, all pages of it. They are read in a thread
 * of their own: shapes can be many megabytes.
 * @param layerUrl up to the layer's number, such as `…/FeatureServer/0`
 * @param scientificName as ECOS writes it
 * @returns JSON of HabitatShape[]; empty when the layer has no area of this species
 * @throws OutboundError
 */
export async function fetchCriticalHabitat(
  outbound: Outbound,
  layerUrl: string,
  scientificName: string,
): Promise<string> {
  const getPage = async (offset: number) => {
    const address = pageAddress(layerUrl, scientificName, offset);
    const reply = await outbound.get(address, 'application/geo+json, application/json');
    return reply.bytes;
  };
  // Before there is a thread: most that fails does so here.
  let bytes = await getPage(0);
  const worker = new Worker(new URL('./habitat-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: threadMegabytes },
  });
  // `ask` rejects with an error of the thread; one that comes between questions must not end the server.
  worker.on('error', () => {});
  try {
    let offset = 0;
    for (let page = 1; page <= maxPages; page += 1) {
      const reply = await ask(worker, outbound, { kind: 'page', bytes });
      if (reply.kind !== 'page') throw new Error(`The thread answered a page with ${reply.kind}.`);
      offset += reply.count;
      const isLast = reply.count === 0 || (reply.count < pageSize && !reply.hasMore);
      if (isLast) return await finish(worker, outbound);
      if (page < maxPages) bytes = await getPage(offset);
    }
    throw outbound.unusable('The critical habitat service has pages without an end.');
  } finally {
    await worker.terminate();
  }
}

async function finish(worker: Worker, outbound: Outbound): Promise<string> {
  const given = { source, approximate: false, tolerance_meters: serviceTolerance.meters };
  const reply = await ask(worker, outbound, { kind: 'shapes', given });
  if (reply.kind !== 'shapes') throw new Error(`The thread answered shapes with ${reply.kind}.`);
  return reply.json;
}

async function ask(
  worker: Worker,
  outbound: Outbound,
  question: HabitatQuestion,
): Promise<HabitatReply> {
  worker.postMessage(question);
  const [reply] = (await once(worker, 'message').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw outbound.unusable('The critical habitat service answered with too much.', error);
  })) as [HabitatReply];
  if (reply.kind === 'unusable') throw outbound.unusable(reply.message);
  return reply;
}

function pageAddress(layerUrl: string, scientificName: string, offset: number): string {
  const query = new URLSearchParams({
    // A quote inside of a name would end the text.
    where: `sciname='${scientificName.replaceAll("'", "''")}'`,
    outFields: 'comname,sciname,unitname',
    outSR: '4326',
    maxAllowableOffset: String(serviceTolerance.degrees),
    geometryPrecision: '6',
    f: 'geojson',
    resultOffset: String(offset),
    resultRecordCount: String(pageSize),
  });
  return `${layerUrl.replace(/\/+$/, '')}/query?${query}`;
}
