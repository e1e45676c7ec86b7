import { readFile } from 'node:fs/promises';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { quantile } from '../figures.ts';
import { analysisOf, order, type Product, startProduct, untilDone } from '../product/product.ts';
import { type Answer, askTogether, type Question } from './clients.ts';

const place = { longitude: -98.35, latitude: 41.05 };
const clients = 100;
const seconds = 60;
/** How many ask for species while health is asked beside them. */
const speciesClients = 80;
const speciesSeconds = 20;
const restSeconds = 60;

/** Prints what the real product answers under many clients at once, and what memory it takes. */
export async function reportLoad(): Promise<void> {
  const product = await startProduct();
  try {
    const run = await order(product, analysisOf(place, 10));
    await untilDone(product, run);
    const memory: Record<string, Record<string, number>> = {};
    // The second time everything is kept that is ever kept: what grows then would grow for good.
    for (const time of ['first', 'second']) {
      const before = await residentMegabytes(product);
      const watch = watchMemory(product);
      const mixed = await askTogether(product.address, questionsOf(run), { clients, seconds });
      const most = watch.stop();
      printTimes(`${clients} clients for ${seconds} s, mixed, ${time} time`, mixed, seconds);
      await new Promise((resolve) => setTimeout(resolve, restSeconds * 1000));
      const after = await residentMegabytes(product);
      memory[time] = { 'before the load': before, most, 'a minute after': after };
    }
    console.log('\nresident memory of the server, megabytes');
    console.table(memory);
    await reportHealth(product);
  } finally {
    await product.close();
  }
}

/** The health call alone, and beside many that ask for the list of species. */
async function reportHealth(product: Product): Promise<void> {
  const health: Question = { kind: 'health', weight: 1, path: () => '/api/health' };
  const species: Question = { kind: 'species', weight: 1, path: () => '/api/species' };
  const one = { clients: 1, seconds: speciesSeconds };
  const alone = await askTogether(product.address, [health], one);
  printTimes('health alone', alone, speciesSeconds);
  const [beside, asked] = await Promise.all([
    askTogether(product.address, [health], one),
    askTogether(product.address, [species], { ...one, clients: speciesClients }),
  ]);
  printTimes(`health beside ${speciesClients} clients`, [...beside, ...asked], speciesSeconds);
}

/** What people's browsers ask for, about as often as they do: mostly tiles. */
function questionsOf(run: string): Question[] {
  const layers = ['before', 'after', 'change'];
  const tile = (index: number): string => {
    const z = 12 + (index % 4);
    const { x, y } = tileAt(place.longitude - 0.02, place.latitude + 0.02, z);
    const [dx, dy] = [Math.floor(index / 4) % 3, Math.floor(index / 12) % 3];
    return `/tiles/change/${run}/${layers[index % 3]}/${z}/${x + dx}/${y + dy}.png`;
  };
  const of = (kind: string, weight: number, path: string): Question => ({
    kind,
    weight,
    path: () => path,
  });
  return [
    { kind: 'tile of a result', weight: 40, path: tile },
    of('run', 10, `/api/changedetection/runs/${run}`),
    of('patches', 10, `/api/changedetection/runs/${run}/patches`),
    of('thumbnail', 5, `/api/changedetection/runs/${run}/thumbnail.png`),
    of('species', 5, '/api/species'),
    of('places', 5, '/api/basemap/places?q=oma'),
    of('page', 10, '/apps/habitatpatrol/map'),
    of('imagery', 10, '/api/changedetection/imagery'),
    of('health', 5, '/api/health'),
  ];
}

function printTimes(title: string, answers: readonly Answer[], seconds: number): void {
  const kinds = [...new Set(answers.map(({ kind }) => kind))].sort();
  const groups: [string, readonly Answer[]][] = [
    ['all', answers],
    ...kinds.map((kind): [string, Answer[]] => [
      kind,
      answers.filter((each) => each.kind === kind),
    ]),
  ];
  console.log(`\n${title}, milliseconds`);
  console.table(
    Object.fromEntries(
      groups.map(([name, group]) => {
        const times = group.map(({ milliseconds }) => milliseconds);
        const at = (share: number) => quantile(times, share).toFixed(1);
        return [
          name,
          {
            'each second': (group.length / seconds).toFixed(0),
            median: at(0.5),
            p95: at(0.95),
            most: at(1),
            'not 200': group.filter(({ status }) => status !== 200).length,
          },
        ];
      }),
    ),
  );
}

function watchMemory(product: Product): { stop(): number } {
  let most = 0;
  const measure = async () => {
    most = Math.max(most, await residentMegabytes(product));
  };
  const timer = setInterval(() => void measure(), 1000);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** Of the server's process with all its threads; Linux alone tells it. */
async function residentMegabytes({ pid }: Product): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
