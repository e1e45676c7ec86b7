import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Opens the newest mail to this address with this subject at `/dev/mail`, as soon as it is there. */
export async function openMail(page: Page, to: string, subject: RegExp): Promise<void> {
  const mail = page.getByRole('listitem').filter({ hasText: to }).getByRole('link', {
    name: subject,
  });
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(mail.first()).toBeVisible({ timeout: 100 });
  }).toPass();
  await mail.first().click();
}

/** The link of the open mail that leads to this path of the product. */
export async function mailedLink(page: Page, path: string): Promise<string> {
  const href = await page.getByRole('link', { name: path }).first().getAttribute('href');
  if (href === null) throw new Error(`The mail has no link to ${path}`);
  return href;
}
