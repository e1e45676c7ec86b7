import { launchProduct } from '../../scripts/launch-product.ts';
import { buildWebWhenStale } from '../../scripts/web-build.ts';

/**
 * Starts the product for all journeys, and writes its address into `REFUGIA_ADDRESS`.
 * @returns a function that stops it
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  await buildWebWhenStale();
  const { address, stop } = await launchProduct({ PATCH_DATING: 'off' });
  process.env.REFUGIA_ADDRESS = address;
  return stop;
}
