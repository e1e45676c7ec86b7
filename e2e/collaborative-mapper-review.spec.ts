import type { Page } from '@playwright/test';
import {
  addEditor,
  anotherPage,
  drawRectangle,
  logInForMaps,
  makeMap,
  middle,
  openMap,
} from './support/collaborative-map.ts';
import { makeAccount, requestToken } from './support/log-in.ts';
import { detail, expect, severeFaults, test } from './support/test.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** Makes a map with an editor who has proposed so many points, each with a note. */
async function proposePoints(page: Page, name: string, count: number) {
  const owner = await logInForMaps(page, `${name}-owner`);
  const mapID = await makeMap(page, owner);
  await makeAccount(page, `${name}-editor`);
  const editor = await requestToken(page, `${name}-editor`);
  await addEditor(page, owner, { mapID, username: `${name}-editor` });
  for (let index = 0; index < count; index += 1) {
    const geometry = { type: 'Point', coordinates: [-111 + index / 10, 43] };
    const feature = { type: 'Feature', geometry, properties: { name: `Spring ${index + 1}` } };
    const note = index === 0 ? 'Seen in June. '.repeat(60) : '';
    const reply = await page.request.post('/api/rrm/proposals', {
      headers: { authorization: `JWT ${editor}` },
      data: { type: 'add', mapID, feature, note },
    });
    expect(reply.ok(), await reply.text()).toBe(true);
  }
  return { mapID, editor, owner };
}

const cardOf = (page: Page) => page.getByRole('listitem').filter({ hasText: ' proposes ' });

test('however many proposals wait, the tabs below them stay in view', detail, async ({ page }) => {
  const { mapID } = await proposePoints(page, 'teal', 8);
  await page.setViewportSize({ width: 390, height: 844 });
  await openMap(page, mapID);
  const tabs = page.getByRole('tablist', { name: 'Map menu' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('one proposal is shown at a time, and a long note is cut', async () => {
    await expect(cardOf(page)).toHaveCount(1);
    await expect(cardOf(page)).toContainText('Adds a point, “Spring 1”');
    await expect(tabs).toBeInViewport({ ratio: 1 });
    await button('Show the whole note').click();
    await button('Show less').click();
    await expect(tabs).toBeInViewport({ ratio: 1 });
    expect(await severeFaults(page)).toEqual([]);
  });

  await test.step('the next and the one before, around the ends', async () => {
    await button('Next proposal').click();
    await expect(page.getByText('2 of 8')).toBeVisible();
    await expect(cardOf(page)).toContainText('“Spring 2”');
    await button('Previous proposal').click();
    await button('Previous proposal').click();
    await expect(cardOf(page)).toContainText('“Spring 8”');
  });

  await test.step('after a decision the next one takes the place', async () => {
    await button('Next proposal').click();
    await button('Next proposal').click();
    await cardOf(page).getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(page.getByText('2 of 7')).toBeVisible();
    await expect(cardOf(page)).toContainText('“Spring 3”');
  });

  await test.step('the queue folds', async () => {
    await button('Proposals (7)').click();
    await expect(cardOf(page)).toBeHidden();
  });
});

test(
  'who proposes sees that proposal at once, and a press on a proposed shape brings it up',
  detail,
  async ({ page, browser }) => {
    const { mapID, editor, owner } = await proposePoints(page, 'wigeon', 2);
    const own = await anotherPage(browser);
    await own.addInitScript((token) => localStorage.setItem('token', token), editor);
    await openMap(own, mapID);
    await drawRectangle(own, middle, [middle[0] + 80, middle[1] + 60]);
    await own.getByRole('button', { name: 'Propose 1 change' }).click();
    await own.keyboard.press('Escape');
    await expect(cardOf(own)).toContainText('Adds a polygon');
    await expect(own.getByText('3 of 3')).toBeVisible();
    await own.getByRole('button', { name: 'Next proposal' }).click();
    await expect(cardOf(own)).toContainText('“Spring 1”');
    await expect(async () => {
      await own.mouse.click(middle[0] + 40, middle[1] + 30);
      await expect(own.getByText('3 of 3')).toBeVisible({ timeout: 2000 });
    }).toPass();

    await test.step('the proposer sees what becomes of each, and finds it again', async () => {
      const list = await page.request.get(`/api/rrm/proposals?id=${mapID}`, {
        headers: { authorization: `JWT ${owner}` },
      });
      const [spring, , polygon] = (await list.json()) as { id: string }[];
      const decide = async (data: object) => {
        const headers = { authorization: `JWT ${owner}` };
        const reply = await page.request.put('/api/rrm/manage', { headers, data });
        expect(reply.ok()).toBe(true);
      };
      await decide({ id: polygon.id, decision: 'reject', reason: 'Not in the park' });
      await expect(own.getByText('Your proposal was rejected: “Not in the park”')).toBeVisible();
      await own.getByRole('button', { name: 'My proposals' }).click();
      const mine = own.getByRole('listitem').filter({ hasText: 'Proposed on' });
      await expect(mine.filter({ hasText: 'Rejected' })).toContainText('Reason: Not in the park');
      await decide({ id: spring.id, decision: 'accept' });
      await expect(mine.filter({ hasText: 'Accepted' })).toContainText('“Spring 1”');
      await own.getByRole('link', { name: 'Adds a point, “Spring 1”' }).click();
      await expect(
        own.getByText(/Last change by wigeon-editor, accepted by wigeon-owner/),
      ).toBeVisible();
      await expect(own).toHaveURL(new RegExp(`map\\?id=${mapID}$`));
      expect(await severeFaults(own)).toEqual([]);
      await own.goto('/apps/collaborativemapper/dashboard?tab=my_maps');
      await expect(mine).toHaveCount(3);
      expect(await severeFaults(own)).toEqual([]);
    });
    await test.step('the owner is told by the bell on every page, which leads to the place', async () => {
      await page.goto('/apps/collaborativemapper/dashboard');
      const bell = page.getByRole('button', { name: /^What is new/ });
      await expect(bell).toHaveAccessibleName('What is new, 3 unread');
      await own.request.post('/api/rrm/comments', {
        headers: { authorization: `JWT ${editor}` },
        data: { mapID, mapComment: 'And the ponds?' },
      });
      await expect(bell).toHaveAccessibleName('What is new, 4 unread');
      await bell.click();
      await expect(page.getByText('And the ponds?')).toBeVisible();
      expect(await severeFaults(page)).toEqual([]);
      await page.getByRole('link', { name: /^wigeon-editor commented/ }).click();
      await expect(page.getByRole('tab', { name: 'Comments' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      const comments = page.getByRole('list', { name: 'Comments' });
      await expect(comments.getByRole('listitem').filter({ hasText: 'ponds' })).toBeFocused();
      await expect(page).toHaveURL(new RegExp(`map\\?id=${mapID}$`));
      await expect(bell).toHaveAccessibleName('What is new, 3 unread');
      await bell.click();
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await expect(bell).toHaveAccessibleName('What is new');
      await page.goto('/profile/wigeon-owner?tab=account');
      await page.getByRole('radio', { name: 'Once a day' }).click({ force: true });
      await expect(page.getByText('Saved when we write to you.')).toBeVisible();
      await expect(bell).toBeVisible();
      expect(await severeFaults(page)).toEqual([]);
    });

    await test.step('who accepts an addition chooses another layer where its own was deleted', async () => {
      const call = async (method: string, path: string, [token, data]: [string, object]) => {
        const headers = { authorization: `JWT ${token}` };
        const reply = await page.request.fetch(`/api/rrm/${path}`, { method, headers, data });
        expect(reply.ok(), await reply.text()).toBe(true);
        return reply.json();
      };
      const ponds = await call('POST', 'vector_layers', [owner, { mapID, name: 'Ponds' }]);
      await call('POST', 'vector_layers', [owner, { mapID, name: 'Lakes' }]);
      const geometry = { type: 'Point', coordinates: [-111, 44] };
      const feature = { type: 'Feature', geometry, properties: { name: 'Tarn' } };
      const addition = { type: 'add', mapID, feature, layerID: ponds.id };
      await call('POST', 'proposals', [editor, addition]);
      await call('DELETE', `features?mapID=${mapID}&dataset=Ponds`, [owner, {}]);
      await openMap(page, mapID);
      await page.getByRole('button', { name: 'Previous proposal' }).click();
      await expect(cardOf(page)).toContainText('“Tarn”');
      const accept = cardOf(page).getByRole('button', { name: 'Accept', exact: true });
      await expect(accept).toBeDisabled();
      expect(await severeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: /Layer for what is added/ }).click();
      await page.getByRole('option', { name: 'Lakes' }).click();
      await accept.click();
      await expect(page.getByText('“Tarn”')).toBeHidden();
      const { features } = await (
        await page.request.get(`/api/rrm/features?id=${mapID}`, {
          headers: { authorization: `JWT ${owner}` },
        })
      ).json();
      expect(features).toContainEqual(expect.objectContaining({ dataset: 'Lakes' }));
    });
    await own.close();
  },
);

test(
  'a feature in hand is shown from its beginning, and the menu is where it was afterwards',
  detail,
  async ({ page }) => {
    const token = await logInForMaps(page, 'pintail-owner');
    const id = await makeMap(page, token);
    await page.setViewportSize({ width: 390, height: 844 });
    await openMap(page, id);
    const exported = page.getByRole('button', { name: 'Export', exact: true });
    await exported.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Draw a marker' }).click();
    await page.mouse.click(150, 250);
    await expect(page.getByRole('heading', { name: 'Feature', exact: true })).toBeInViewport();
    await expect(page.getByRole('textbox', { name: 'name', exact: true })).toBeInViewport();
    await page.getByRole('button', { name: 'Back to the map' }).click();
    await expect(exported).toBeInViewport();
  },
);
