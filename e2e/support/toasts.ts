import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** What the product has to say at the moment, one element a sentence. */
export function toastsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
}

/** Expects a sentence to the letter, double spaces included. */
export async function expectToast(page: Page, type: string, sentence: string): Promise<void> {
  const toast = toastsOf(page).filter({ hasText: sentence }).last();
  await expect(toast).toBeVisible();
  await expect(toast.getByRole('img', { name: type })).toBeVisible();
  expect(await toast.textContent()).toBe(sentence);
}
