import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The visible toasts, one element for each sentence. */
export function toastsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
}

/** Expects a toast whose text is exactly this, including double spaces. */
export async function expectToast(page: Page, type: string, sentence: string): Promise<void> {
  const toast = toastsOf(page).filter({ hasText: sentence }).last();
  await expect(toast).toBeVisible();
  await expect(toast.getByRole('img', { name: type })).toBeVisible();
  expect(await toast.textContent()).toBe(sentence);
}
