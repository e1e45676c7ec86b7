import { simulationCatalogue } from '@refugia/simulation/catalogue/catalogue.ts';
import type { Config } from '../../../platform/config.ts';
import { imageryTransport } from './imagery-transport.ts';

/** The public catalogue that is searched when no other is set; it needs no key. */
const earthSearch = {
  label: 'Sentinel-2 (Copernicus), from Earth Search by Element 84',
  catalogueUrl: 'https://earth-search.aws.element84.com/v1',
  assetHosts: [
    'e84-earth-search-sentinel-data.s3.us-west-2.amazonaws.com',
    'sentinel-cogs.s3.us-west-2.amazonaws.com',
  ],
} as const;

/** Sentinel-2's first year; the specification's own limit. */
const earliestScene = '2015-06-27';

/** Where scenes come from. It is plain data because it is sent to the engine's process. */
export type Imagery =
  | {
      readonly mode: 'live';
      readonly label: string;
      readonly catalogueUrl: string;
      readonly allowedHosts: readonly string[];
    }
  | { readonly mode: 'demo'; readonly label: string; readonly catalogueUrl: string };

export interface ImageryInUse {
  /**
   * The imagery for a new run. It waits for the first answer of the catalogue, or for its timeout.
   */
  current(): Promise<Imagery>;
  /** The imagery of a run that started with this mode, which never changes during a run. */
  ofMode(mode: Imagery['mode']): Imagery;
  close(): void;
}

const demo: Imagery = {
  mode: 'demo',
  label: simulationCatalogue.label,
  catalogueUrl: simulationCatalogue.catalogueUrl,
};

const probeTimeoutMilliseconds = 4_000;
const probeAgainMilliseconds = 5 * 60_000;

/** The earliest and latest date and the bounds of the imagery. */
export function coverageOf({ mode }: Imagery, now: Date) {
  if (mode === 'demo') {
    const { bbox, earliest, latest } = simulationCatalogue;
    return { bbox, earliest, latest: latest(now) };
  }
  return {
    bbox: [-180, -56, 180, 84] as const,
    earliest: earliestScene,
    latest: now.toISOString().slice(0, 10),
  };
}

function liveImagery({
  imageryUrl,
  imageryAssetHosts,
}: Config): Extract<Imagery, { mode: 'live' }> {
  const catalogueUrl = imageryUrl === '' ? earthSearch.catalogueUrl : imageryUrl;
  const { host, hostname } = new URL(catalogueUrl);
  const assetHosts = imageryAssetHosts.length > 0 ? imageryAssetHosts : earthSearch.assetHosts;
  return {
    mode: 'live',
    label:
      catalogueUrl === earthSearch.catalogueUrl
        ? earthSearch.label
        : `Sentinel-2, from ${hostname}`,
    catalogueUrl,
    allowedHosts: [host, ...assetHosts],
  };
}

/**
 * Decides which imagery is in use: the simulated scenes if the settings say so, otherwise the
 * catalogue once it answers. A catalogue that does not answer is tried again every few minutes, and
 * simulated scenes are used until it does. A catalogue that has answered once stays in use. A later
 * outage makes runs fail and does not turn them into simulations.
 */
export function chooseImagery(config: Config): ImageryInUse {
  if (config.imageryUrl === 'demo') {
    return { current: () => Promise.resolve(demo), ofMode: () => demo, close: () => {} };
  }
  const live = liveImagery(config);
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isReachable = false;

  async function probe(): Promise<void> {
    isReachable = await answers(live, closing.signal);
    if (isReachable || closing.signal.aborted) return;
    timer = setTimeout(() => void probe(), probeAgainMilliseconds);
    timer.unref();
  }
  const firstProbe = probe();

  return {
    async current() {
      await firstProbe;
      return isReachable ? live : demo;
    },
    ofMode: (mode) => (mode === 'live' ? live : demo),
    close() {
      clearTimeout(timer);
      closing.abort();
    },
  };
}

async function answers(
  { catalogueUrl, allowedHosts }: Extract<Imagery, { mode: 'live' }>,
  signal: AbortSignal,
): Promise<boolean> {
  const transport = imageryTransport({
    allowedHosts,
    attemptTimeoutMilliseconds: probeTimeoutMilliseconds,
    retry: { attempts: 1 },
  });
  const url = `${catalogueUrl.replace(/\/+$/, '')}/collections`;
  return transport.json(url, { signal }).then(
    () => true,
    () => false,
  );
}
