import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './test.ts';

const intervals = [50, 100, 250];

const listAddress = '/dev/mail';

async function readPage(request: APIRequestContext, address: string): Promise<string> {
  return (await request.get(address)).text();
}

/** The list items of mails to this address, the newest first. */
async function listMails(request: APIRequestContext, to: string): Promise<string[]> {
  const items = (await readPage(request, listAddress)).split('<li>').slice(1);
  return items.filter((item) => item.includes(`to ${to}<`));
}

/**
 * Opens the newest mail to this address with this subject at `/dev/mail`. It waits until there is
 * one.
 */
export async function openMail(page: Page, to: string, subject: RegExp): Promise<void> {
  await expect(async () => {
    const mails = await listMails(page.request, to);
    expect(mails.filter((mail) => subject.test(mail))).not.toEqual([]);
  }).toPass({ intervals });
  await page.goto(listAddress);
  const mail = page
    .getByRole('listitem')
    .filter({ hasText: `to ${to}` })
    .getByRole('link', {
      name: subject,
    });
  await mail.first().click();
}

/** The link of the open mail that leads to this path of the product. */
export async function mailedLink(page: Page, path: string): Promise<string> {
  const href = await page.getByRole('link', { name: path }).first().getAttribute('href');
  if (href === null) throw new Error(`The mail has no link to ${path}`);
  return href;
}

/**
 * Waits for a mail to this address, and returns the link in the newest one that leads to this path
 * of the product. It needs no page, for journeys that only begin with a link.
 */
export async function fetchMailedLink(
  request: APIRequestContext,
  to: string,
  path: string,
): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const [mail = ''] = await listMails(request, to);
    const [address] = linksOf(mail);
    expect(address).toBeDefined();
    link = linksOf(await readPage(request, address!)).find((each) => each.includes(path));
    expect(link).toBeDefined();
  }).toPass({ intervals });
  return link!;
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
}
