import { ThreadPool } from '@refugia/engine/threads/thread-pool.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { HabitatQuestion, HabitatReply } from './habitat-worker.ts';

const source = 'U.S. Fish and Wildlife Service, critical habitat';

/** The service is asked to simplify shapes by this much, which is a pixel of the imagery. */
const serviceTolerance = { degrees: 0.0001, meters: 10 };
const pageSize = 200;
const maxPages = 25;
const threadMegabytes = 512;

type HabitatThread = ThreadPool<HabitatQuestion, HabitatReply>;

/**
 * Fetches all pages of a species' critical habitat from an ArcGIS feature layer. They are read in a
 * separate thread, because shapes can be many megabytes.
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
  // The first page is fetched before the thread is started, because most failures happen here.
  let bytes = await getPage(0);
  const thread: HabitatThread = new ThreadPool({
    url: new URL('./habitat-worker.ts', import.meta.url),
    // There is one thread because it collects the pages.
    threads: 1,
    heapMegabytes: threadMegabytes,
  });
  try {
    let offset = 0;
    for (let page = 1; page <= maxPages; page++) {
      const reply = await ask(thread, outbound, { kind: 'page', bytes });
      if (reply.kind !== 'page') throw new Error(`The thread answered a page with ${reply.kind}.`);
      offset += reply.count;
      const isLast = reply.count === 0 || (reply.count < pageSize && !reply.hasMore);
      if (isLast) return await finish(thread, outbound);
      if (page < maxPages) bytes = await getPage(offset);
    }
    throw outbound.unusable('The critical habitat service has pages without an end.');
  } finally {
    await thread.close();
  }
}

async function finish(thread: HabitatThread, outbound: Outbound): Promise<string> {
  const origin = { source, approximate: false, tolerance_meters: serviceTolerance.meters };
  const reply = await ask(thread, outbound, { kind: 'shapes', origin });
  if (reply.kind !== 'shapes') throw new Error(`The thread answered shapes with ${reply.kind}.`);
  return reply.json;
}

async function ask(
  thread: HabitatThread,
  outbound: Outbound,
  question: HabitatQuestion,
): Promise<HabitatReply> {
  const reply = await thread.run(question).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw outbound.unusable('The critical habitat service answered with too much.', error);
  });
  if (reply.kind === 'unusable') throw outbound.unusable(reply.message);
  return reply;
}

function pageAddress(layerUrl: string, scientificName: string, offset: number): string {
  const query = new URLSearchParams({
    // A single quote in a name would end the SQL text, so it is doubled.
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
