import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mapCallsOf, square, uploadTo } from '../../../../testing/map-calls.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../../testing/test-app.ts';

let product: TestApp;
let calls: ReturnType<typeof mapCallsOf>;
let owner: TestAccount;

beforeAll(async () => {
  product = await createTestApp();
  calls = mapCallsOf(product);
  owner = await product.registerAndLogin();
});
afterAll(() => product.close());

const collection = {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: square(), properties: {} }],
};

describe('the owner undoes although an editor has taken the name of a layer', () => {
  async function openShared() {
    const editor = await product.registerAndLogin();
    const { id } = await calls.createMap(owner, { editors: [editor] });
    const upload = async (as: TestAccount, name: string) => {
      const content = JSON.stringify(collection);
      expect((await uploadTo(product, { as, mapId: id, name, content })).status).toBe(200);
    };
    const step = (action: 'undo' | 'redo') =>
      calls.done('POST', 'undoredo', { as: owner, body: { mapID: id, action } });
    const names = async () => {
      const layers = await calls.addedLayers(owner, id);
      return layers.map(({ dataset }) => dataset).sort();
    };
    return { editor, id, upload, step, names };
  }

  test('a deletion', async () => {
    const { editor, id, upload, step, names } = await openShared();
    await upload(owner, 'parks.json');
    await calls.done('DELETE', `features?dataset=parks&mapID=${id}`, { as: owner });
    await upload(editor, 'parks.json');
    await step('undo');
    expect(await names()).toEqual(['parks', 'parks (2)']);
    await step('redo');
    expect(await names()).toEqual(['parks']);
    await step('undo');
    await step('undo');
    expect(await names()).toEqual(['parks']);
  });

  test('a renaming', async () => {
    const { editor, id, upload, step, names } = await openShared();
    await upload(owner, 'parks.json');
    const renaming = { id, old_dataset: 'parks', new_dataset: 'Reserves', userID: owner.id };
    await calls.done('PUT', 'layers', { as: owner, body: renaming });
    await upload(editor, 'parks.json');
    await step('undo');
    expect(await names()).toEqual(['parks', 'parks (2)']);
    await step('redo');
    expect(await names()).toEqual(['Reserves', 'parks']);
  });
});
