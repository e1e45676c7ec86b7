import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** The visible toasts, one element for each sentence. */
export function toastsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
}

/** Expects a toast whose text is exactly this, including double spaces. */
export async function expectToast(page: Page, type: string, sentence: string): Promise<void> {
  const text = page.getByText(sentence, { exact: true });
  const toast = toastsOf(page).filter({ has: text }).last();
  await expect(toast.getByRole('img', { name: type })).toBeVisible();
  await expect.poll(() => toast.textContent()).toBe(sentence);
}
