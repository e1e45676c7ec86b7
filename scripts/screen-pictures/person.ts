import type { Browser, BrowserContext } from '@playwright/test';
import { patienceMilliseconds, screen } from './screen.ts';

const password = 'Meadow-7-larks';

/** Waits for the newest mail to an address and returns its link. */
async function mailedLink(address: string, email: string): Promise<URL> {
  const deadline = Date.now() + patienceMilliseconds;
  while (Date.now() < deadline) {
    const list = await (await fetch(`${address}/dev/mail`)).text();
    const mail = list.split('<li>').find((item) => item.includes(`to ${email}<`));
    const path = /href="([^"]+)"/.exec(mail ?? '')?.[1];
    if (path) {
      const text = await (await fetch(new URL(path, address))).text();
      const link = /href="([^"]*\/accounts\/activate\?[^"]*)"/.exec(text)?.[1];
      if (link) return new URL(link.replaceAll('&amp;', '&'), address);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail came to ${email}.`);
}

/** A person with an account, who makes calls to the product and has a browser window. */
export class Person {
  readonly #address: string;
  readonly #token: string;

  private constructor(address: string, token: string) {
    this.#address = address;
    this.#token = token;
  }

  /** Makes an account, activates it by its mail, and logs in. */
  static async join(address: string, username: string): Promise<Person> {
    const email = `${username}@example.org`;
    const names = { first_name: 'Field', last_name: 'Notes' };
    await call(address, '/api/accounts/register', {
      data: { ...names, username, email, password, password2: password },
    });
    const { searchParams } = await mailedLink(address, email);
    await call(address, '/api/accounts/activate', { data: Object.fromEntries(searchParams) });
    const { token } = await call<{ token: string }>(address, '/token-auth/', {
      data: { username, password },
    });
    return new Person(address, token);
  }

  /** Calls the product as this person. @returns the reply's JSON. Rejects when it refuses. */
  send<Reply>(method: 'POST' | 'PUT', path: string, data: object): Promise<Reply> {
    return call<Reply>(this.#address, path, { method, data, token: this.#token });
  }

  /** Opens a browser window in which this person is logged in. */
  async window(browser: Browser): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: this.#address,
      viewport: screen,
      deviceScaleFactor: 1,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    context.setDefaultTimeout(patienceMilliseconds);
    await context.addInitScript((token) => localStorage.setItem('token', token), this.#token);
    return context;
  }
}

async function call<Reply>(
  address: string,
  path: string,
  { method = 'POST', data, token }: { method?: string; data: object; token?: string },
): Promise<Reply> {
  const reply = await fetch(new URL(path, address), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `JWT ${token}` }),
    },
    body: JSON.stringify(data),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Reply;
}
