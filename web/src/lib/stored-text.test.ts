import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedText } from './stored-text.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, text: string) => values.set(name, text),
    removeItem: (name: string) => values.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a text is there for everybody who knows its name, until it is removed', () => {
  const text = storedText('sessionStorage', 'note');
  expect(text.read()).toBeNull();
  text.write('otters');
  expect(storedText('sessionStorage', 'note').read()).toBe('otters');
  expect(storedText('sessionStorage', 'other').read()).toBeNull();
  text.remove();
  expect(text.read()).toBeNull();
});

test('where storage throws, the text lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const text = storedText('sessionStorage', 'note');
  text.write('otters');
  expect(text.read()).toBe('otters');
  expect(storedText('sessionStorage', 'note').read()).toBeNull();
  text.remove();
  expect(text.read()).toBeNull();
});

test('a text that was too long once does not hide what was stored later', () => {
  const text = storedText('sessionStorage', 'note');
  const { setItem } = sessionStorage;
  sessionStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  text.write('long');
  expect(text.read()).toBe('long');
  sessionStorage.setItem = setItem;
  text.write('short');
  text.remove();
  expect(text.read()).toBeNull();
});
