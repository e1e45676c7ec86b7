import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapCallsOf, tinyPng, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { removeLeftFolders } from '../../../platform/storage/removed-folders.ts';
import { pictureFile, rasterFolder, storePicture } from './raster-queries.ts';

let product: TestApp;
beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

test('a picture whose server was killed before its row was written is swept, and no other', async () => {
  const { platform } = product;
  const owner = await product.registerAndLogin();
  const { id: mapId } = await mapCallsOf(product).createMap(owner);
  const content = await tinyPng();
  const added = await uploadTo(product, { as: owner, mapId, name: 'view.png', content });
  const orphan = '00000000-0000-4000-8000-000000000001';
  await storePicture(platform, orphan, content);
  const stored = async () => {
    const ids = [added.body.map_layer.id, orphan];
    const files = ids.map((id) => platform.storage.read(rasterFolder(id), pictureFile));
    return (await Promise.all(files)).map((file) => file !== undefined);
  };
  await removeLeftFolders(platform);
  expect(await stored()).toEqual([true, true]);
  const later = "UPDATE removed_folder SET removed_at = removed_at - interval '1 hour'";
  await platform.database.pool.query(later);
  await removeLeftFolders(platform);
  expect(await stored()).toEqual([true, false]);
});
