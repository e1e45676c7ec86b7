import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { organisationLinkKinds } from '@refugia/contract/site/site.ts';
import { logIn } from './support/log-in.ts';
import { changeSiteSettings } from './support/site-settings.ts';
import { expect, severeFaults, test } from './support/test.ts';

test('the landing page presents the two apps and who is behind them', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/landing$/);
  await expect(page).toHaveTitle('See what changed on the land · Refugia');
  await expect(page.getByText('A result of Habitat Patrol on simulated imagery')).toBeVisible();

  await expect(
    page.getByRole('heading', { level: 1, name: 'See what changed on the land.' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open Habitat Patrol' })).toHaveAttribute(
    'href',
    '/apps/habitatpatrol/map',
  );
  for (const [name, href] of [
    ['Habitat Patrol', '/apps/habitatpatrol'],
    ['Collaborative Mapper', '/apps/collaborativemapper/home'],
  ] as const) {
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card.getByRole('heading', { level: 3, name })).toBeVisible();
    await expect(card.getByRole('link', { name: `Learn More about ${name}` })).toHaveAttribute(
      'href',
      href,
    );
  }
  for (const name of [
    'Creativity, convenience and partnership',
    'Help to shape what comes next',
    'Who is behind it',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  for (const name of ['Creativity', 'Convenience', 'Partnership', 'Wildlife Non-Profit']) {
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Learn More about beta testing' })).toHaveAttribute(
    'href',
    '/betatesting#learnmore',
  );
  await expect(page.getByRole('link', { name: 'Sign Up for beta testing' })).toHaveAttribute(
    'href',
    '/betatesting#signup',
  );
  await page.getByRole('link', { name: 'Learn More about Habitat Patrol' }).click();
  await expect(page).toHaveURL(/\/apps\/habitatpatrol$/);
  await expect(page).toHaveTitle('Habitat Patrol · Refugia');
});

test('the pictures of the landing page are small', async ({ page }) => {
  await page.goto('/landing');
  const pictures = page.getByRole('figure').getByRole('img');
  await expect(pictures).toHaveCount(2);
  let bytes = 0;
  for (const picture of await pictures.all()) {
    await expect
      .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(300);
    const source = await picture.evaluate((element: HTMLImageElement) => element.currentSrc);
    bytes += (await (await page.request.get(source)).body()).length;
  }
  expect(bytes).toBeLessThanOrEqual(120_000);
});

test('the navbar and the footer lead everywhere', async ({ page }) => {
  await page.goto('/support/cookies');
  const menus: [menu: string, links: string[]][] = [
    ['Apps', ['Collaborative Mapper', 'Habitat Patrol']],
    ['Discover', ['Landing page', 'Beta Testing', 'Wildlife Non-Profit', 'Innovation Centre']],
    ['Support', ['Contact', 'Feedback', 'Bug Report']],
  ];
  for (const [menu, links] of menus) {
    await page.getByRole('button', { name: menu, exact: true }).click();
    const list = page.getByRole('list', { name: menu });
    for (const name of links) await expect(list.getByRole('link', { name })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(list).toBeHidden();
  }
  await page.getByRole('button', { name: 'Discover', exact: true }).click();
  const external = page.getByRole('list', { name: 'Discover' }).getByRole('link', {
    name: 'Innovation Centre',
  });
  await test.step('an organization without an address leads to who runs the site', async () => {
    await external.click();
    await expect(page).toHaveURL(/\/support\/about#innovation-centre$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who runs this site');
    await expect(page.getByText('BRAND_INNOVATION_CENTRE')).toBeVisible();
    expect(await severeFaults(page)).toEqual([]);
  });
  const links = Object.fromEntries(
    organisationLinkKinds.map((kind) => [kind, `https://centre.example/${kind}`]),
  );
  await changeSiteSettings(page, {
    innovationCentre: { name: 'Innovation Centre', about: '', links },
  });
  await page.goto('/support/about');
  await expect(page.getByText('BRAND_INNOVATION_CENTRE')).toBeHidden();
  await expect(page.getByText('BRAND_PARTNERS')).toBeVisible();
  await page.getByRole('button', { name: 'Discover', exact: true }).click();
  await expect(external).toHaveAttribute('href', 'https://centre.example/landing');
  await expect(external).toHaveAttribute('target', '_blank');
  await expect(external).toHaveAttribute('rel', /noopener/);
  await expect(
    page
      .getByRole('contentinfo')
      .getByRole('link', { name: /^Donate/ })
      .first(),
  ).toHaveAttribute('rel', /noopener/);
  await page
    .getByRole('list', { name: 'Discover' })
    .getByRole('link', { name: 'Beta Testing' })
    .click();
  await expect(page).toHaveURL(/\/betatesting$/);
  await expect(page.getByRole('list', { name: 'Discover' })).toBeHidden();

  const footer = page.getByRole('contentinfo');
  for (const name of ['Applications', 'Discover', 'Support', 'Innovation Centre']) {
    await expect(footer.getByRole('heading', { name })).toBeVisible();
  }
  for (const [name, path] of [
    ['Site map', 'sitemap'],
    ['Privacy policy', 'privacy'],
    ['Cookie policy', 'cookies'],
    ['License', 'creativecommonslicense'],
  ] as const) {
    await footer.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/support/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('the site map names every section and prefills the subject', async ({ page }) => {
  await page.goto('/support/sitemap');
  // The page shows the day of the build, on which its files were written.
  const { mtime } = await stat(join(import.meta.dirname, '../web/dist/index.html'));
  const day = mtime.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  await expect(page.getByText(`Last updated: ${day}.`)).toBeVisible();
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link')).toHaveText(['Applications', 'Discover', 'Support']);
  for (const [name, subject] of [
    ['Reaching out', 'Reaching out'],
    ['Providing feedback', 'Providing feedback'],
    ['Reporting a bug', 'Reporting a bug'],
  ] as const) {
    const href = await page.getByRole('main').getByRole('link', { name }).getAttribute('href');
    expect(new URL(href ?? '', 'http://a').searchParams.get('subject')).toBe(subject);
  }
  for (const name of ['Landing page', 'About', 'Jobs', 'Donate', 'Projects', 'Publications']) {
    const links = page.getByRole('main').locator('a[href="/support/about#partners"]', {
      hasText: name,
    });
    await expect(links).toHaveCount(2);
  }
  await contents.getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Support' }).first()).toBeInViewport();
});

test('the license stands there in full', async ({ page }) => {
  await page.goto('/support/creativecommonslicense');
  await expect(page.getByRole('main')).toContainText(
    'Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International Public License',
  );
  // The first and the last sentence of the conditions are from creativecommons.org.
  await expect(page.getByRole('main')).toContainText(
    'By exercising the Licensed Rights (defined below), You accept and agree to be bound by the terms and conditions',
  );
  await expect(page.getByRole('main')).toContainText(
    'including from the legal processes of any jurisdiction or authority.',
  );
});

test('an unknown address is a 404, for programs too', async ({ page }) => {
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found · Refugia');
  await expect(page.getByRole('heading', { name: 'Error Code: 404' })).toBeVisible();
  await expect(
    page.getByText('The requested resource specified by the current URL is not found.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return To Landing' })).toBeVisible();

  await test.step('it offers the apps, and a search of the pages', async () => {
    const main = page.getByRole('main');
    for (const name of ['Collaborative Mapper', 'Habitat Patrol']) {
      await expect(main.getByRole('link', { name })).toBeVisible();
    }
    const search = main.getByRole('textbox', { name: 'Search the pages and the help' });
    await search.fill('zzz');
    await expect(main.getByText('No page has these words.')).toBeVisible();
    await search.fill('keyb');
    expect(await severeFaults(page)).toEqual([]);
    await main.getByRole('link', { name: 'Help', exact: true }).click();
    await expect(page).toHaveURL(/\/support\/help$/);
    for (const name of [
      'Habitat Patrol',
      'Collaborative Mapper',
      'Conservation Value Mapper',
      'Methods',
      'Keyboard',
      'Data sources',
    ]) {
      await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
    }
    await page.goto('/privacy-policy');
    await expect(main.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
    await page.getByRole('link', { name: 'Return To Landing' }).click();
    await expect(page).toHaveURL(/\/landing$/);
  });
});

test('link previews, icons and the manifest work without scripts', async ({ page, baseURL }) => {
  const html = await (await page.request.get('/apps/habitatpatrol')).text();
  expect(html).toContain('<title>Habitat Patrol · Refugia</title>');
  const content = (key: string) => new RegExp(`"${key}" content="([^"]+)"`).exec(html)?.[1] ?? '';
  expect(content('og:title')).toBe('Habitat Patrol · Refugia');
  expect(content('og:url')).toBe(`${baseURL}/apps/habitatpatrol`);
  expect(content('description')).toContain('satellite images');
  const picture = await page.request.get(content('og:image'));
  expect(picture.headers()['content-type']).toBe('image/jpeg');

  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  const icons = [
    ...manifest.icons.map((icon: { src: string }) => icon.src),
    '/apple-touch-icon.png',
  ];
  for (const icon of icons) {
    expect((await page.request.get(icon)).headers()['content-type'], icon).toMatch(/^image\//);
  }
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /api/');
});

test('the theme follows the system until one is chosen, and the choice stays', async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/support/cookies');
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await ground();
  expect(dark).not.toBe(light);

  await page.getByRole('button', { name: 'Theme', exact: true }).click();
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await expect.poll(ground).toBe(light);
  await page.reload();
  await expect.poll(ground).toBe(light);
});

test('the contact form is prefilled by the link and the account, and loses nothing', async ({
  page,
}) => {
  await logIn(page, 'contact-notes');
  await page.goto('/support/sitemap');
  await page.getByRole('main').getByRole('link', { name: 'Reporting a bug' }).click();
  await expect(page.getByRole('button', { name: /Subject/ })).toContainText('Reporting a bug');
  await expect(page.getByLabel('First Name')).toHaveValue('Field');
  await expect(page.getByLabel('Last Name')).toHaveValue('Notes');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('contact-notes@example.org');

  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please fill out the entire form.')).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
  await page.getByLabel('Message', { exact: true }).fill('The map stays grey.');
  await page.reload();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('The map stays grey.');

  await page.route('**/api/accounts/contact', (route) => route.abort());
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(
    page.getByText(
      'Something went wrong. Please try again or email support@localhost for technical support.',
    ),
  ).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('The map stays grey.');
  await page.unroute('**/api/accounts/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(
    page.getByText('Message sent. Please look for a response from us within 7 days.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/contact-notes$/);
  await page.goto('/support/contact');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: /Subject/ })).toContainText('Reaching out');
});

test('beta testers sign up once they are logged in', async ({ page }) => {
  await page.goto('/betatesting#signup');
  const signUp = page.getByRole('main').locator('#signup');
  await expect(signUp).toBeInViewport();
  await signUp.getByRole('button', { name: 'Account Sign Up' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign Up' })).toBeVisible();
  await page.goto('/betatesting#learnmore');
  await expect(page.getByRole('heading', { name: 'Three ways to take part' })).toBeInViewport();
  await signUp.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();

  await logIn(page, 'beta-notes');
  await page.goto('/betatesting#signup');
  await signUp.getByText('Remote Interviews').click();
  await signUp.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(
    page.getByText(
      'You must select at least one Program Option and one App to sign up for beta testing.  Beta testing preferences not updated.',
      { exact: true },
    ),
  ).toBeVisible();
  await signUp.getByText('Habitat Patrol').click();
  expect(await severeFaults(page)).toEqual([]);
  await signUp.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Beta testing preferences updated and saved.')).toBeVisible();
  await expect(signUp.getByRole('checkbox', { checked: false })).not.toHaveCount(0);
  await expect(signUp.getByRole('checkbox', { checked: true })).toHaveCount(0);
});
