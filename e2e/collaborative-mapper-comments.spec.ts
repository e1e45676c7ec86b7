import {
  addEditor,
  anotherPage,
  featuresOf,
  logInForMaps,
  makeMap,
  openMap,
} from './support/collaborative-map.ts';
import { makeAccount, requestToken } from './support/log-in.ts';
import { detail, expect, test } from './support/test.ts';

test(
  'Accept, Reject and Dismiss at a comment on a feature are the owner’s alone',
  detail,
  async ({ page, browser }) => {
    const owner = await logInForMaps(page, 'remark-owner');
    const mapID = await makeMap(page, owner);
    await makeAccount(page, 'remark-editor');
    const editor = await requestToken(page, 'remark-editor');
    await addEditor(page, owner, { mapID, username: 'remark-editor' });
    const call = async (path: string, token: string, data: object) => {
      const headers = { authorization: `JWT ${token}` };
      const reply = await page.request.post(`/api/rrm/${path}`, { headers, data });
      expect(reply.ok(), await reply.text()).toBe(true);
      return reply.json();
    };
    for (const name of ['Fen', 'Bog']) {
      const geometry = { type: 'Point', coordinates: [name === 'Fen' ? -111 : -110, 43] };
      const feature = { type: 'Feature', geometry, properties: { name } };
      const { id } = await call('features', owner, { mapID, feature });
      await call('proposals', editor, { mapID, type: 'delete', id });
      await call('featurecomment', editor, { featureID: id, comment: `${name} is gone.` });
    }
    const geometry = { type: 'Point', coordinates: [-109, 43] };
    const feature = { type: 'Feature', geometry, properties: { name: 'Carr' } };
    const proposal = await call('proposals', editor, { mapID, type: 'add', feature });
    const { feature_id: featureID } = proposal.changes[0];
    await call('featurecomment', editor, { featureID, comment: 'Carr is new.' });
    const names = async () =>
      (await featuresOf(page, owner, mapID)).map(({ properties }) => properties.name);

    await openMap(page, mapID);
    await page.getByRole('tab', { name: 'Comments' }).click();
    const comments = page.getByRole('list', { name: 'Comments' });
    const about = (text: string) => comments.getByRole('listitem').filter({ hasText: text });
    const buttons = ['Accept', 'Reject', 'Dismiss'] as const;
    for (const name of buttons)
      await expect(about('Bog is gone.').getByRole('button', { name, exact: true })).toBeVisible();

    await test.step('a collaborator sees the comments without them', async () => {
      const other = await anotherPage(browser);
      await other.addInitScript((token) => localStorage.setItem('token', token), editor);
      await other.goto(new URL(`/apps/collaborativemapper/map?id=${mapID}`, page.url()).href);
      await other.getByRole('tab', { name: 'Comments' }).click();
      const list = other.getByRole('list', { name: 'Comments' });
      await expect(list.getByText('Bog is gone.')).toBeVisible();
      for (const name of buttons)
        await expect(list.getByRole('button', { name, exact: true })).toHaveCount(0);
      await other.close();
    });

    await test.step('a reply stands under its comment, of which its author is told', async () => {
      await about('Fen is gone.').getByRole('button', { name: 'Reply to remark-editor' }).click();
      await page.keyboard.type('Since when?');
      await page.keyboard.press('Control+Enter');
      const replies = comments.getByRole('list', { name: 'Replies to remark-editor' });
      await expect(replies.getByText('Since when?')).toBeVisible();
      const headers = { authorization: `JWT ${editor}` };
      const told = await page.request.get('/api/notifications', { headers });
      expect(await told.json()).toContainEqual(
        expect.objectContaining({ kind: 'reply', excerpt: 'Since when?' }),
      );
    });

    await test.step('Reject keeps the feature, and Accept deletes it', async () => {
      await about('Bog is gone.').getByRole('button', { name: 'Reject', exact: true }).click();
      await expect(page.getByText('Rejected.', { exact: true })).toBeVisible();
      await expect(
        about('Bog is gone.').getByRole('button', { name: 'Accept', exact: true }),
      ).toHaveCount(0);
      // What was decided is settled, and with it the comment about it.
      await expect(about('Bog is gone.').getByText('Dismissed', { exact: true })).toBeVisible();
      expect(await names()).toEqual(['Fen', 'Bog']);
      await about('Fen is gone.').getByRole('button', { name: 'Accept', exact: true }).click();
      await expect(page.getByText('Accepted.', { exact: true })).toBeVisible();
      expect(await names()).toEqual(['Bog']);
    });

    await test.step('Accept adds what is proposed', async () => {
      for (const name of buttons)
        await expect(
          about('Carr is new.').getByRole('button', { name, exact: true }),
        ).toBeVisible();
      await about('Carr is new.').getByRole('button', { name: 'Accept', exact: true }).click();
      await expect(about('Carr is new.').getByText('Dismissed', { exact: true })).toBeVisible();
      expect(await names()).toEqual(['Bog', 'Carr']);
    });
  },
);
