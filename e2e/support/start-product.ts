import { launchProduct } from '../../scripts/launch-product.ts';
import { buildWebWhenStale } from '../../scripts/web-build.ts';

/**
 * The cookie of a visitor whom the server knows. The server recognises a browser before it refuses
 * a run whose dates are in the wrong order.
 */
async function visitorCookie(address: string): Promise<string> {
  const { examples } = await (await fetch(`${address}/api/changedetection/imagery`)).json();
  const { coords, startDate, endDate } = examples[0];
  const refused = await fetch(`${address}/api/changedetection/analysis`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ coords, startDate: endDate, endDate: startDate }),
  });
  const [cookie] = refused.headers.getSetCookie();
  if (refused.status !== 400 || cookie === undefined) throw new Error('There is no cookie.');
  return /^visitor=([^;]+)/.exec(cookie)?.[1] ?? '';
}

/**
 * Starts the product for all journeys, and writes its address into `REFUGIA_ADDRESS`, and the
 * cookie of the visitor whose run many journeys look at into `REFUGIA_VISITOR`.
 * @returns a function that stops it
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  await buildWebWhenStale();
  const { address, stop } = await launchProduct({ PATCH_DATING: 'off' });
  process.env.REFUGIA_ADDRESS = address;
  process.env.REFUGIA_VISITOR = await visitorCookie(address);
  return stop;
}
