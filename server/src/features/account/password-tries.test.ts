import { expect, test } from 'vitest';
import { PasswordTries } from './password-tries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const limits = { perMinuteOfAddress: 10, perHourOfAccount: 20 };

function withClock() {
  let now = 1_000_000;
  return {
    tries: new PasswordTries(limits, () => now),
    pass: (milliseconds: number) => (now += milliseconds),
  };
}

const from = (address: string, device?: string) => ({ address, account: 'ana', device });

/** Tries a password, and returns how long it has to wait; 0 when it was tried. */
async function attempt(
  tries: PasswordTries,
  trier: ReturnType<typeof from>,
  result: 'right' | 'wrong' = 'wrong',
): Promise<number> {
  const begun = await tries.begin(trier);
  if (typeof begun === 'number') return begun;
  begun.end(result);
  return 0;
}

test('waits of an address grow with each wrong try at an account, up to an hour', async () => {
  const { tries, pass } = withClock();
  for (let free = 0; free < 5; free++) expect(await attempt(tries, from('192.0.2.1'))).toBe(0);
  for (const seconds of [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
    // A refused try is not counted.
    for (let hasty = 0; hasty < 3; hasty++) {
      expect(await attempt(tries, from('192.0.2.1'), 'right')).toBe(seconds * 1000);
    }
    pass(seconds * 1000);
    expect(await attempt(tries, from('192.0.2.1'))).toBe(0);
  }
  // Neither another address nor another account has to wait.
  expect(await attempt(tries, from('192.0.2.2'))).toBe(0);
  expect(await attempt(tries, { ...from('192.0.2.1'), account: 'ben' })).toBe(0);
});

test('however many strangers guess, the owner gets in at once from a new address', async () => {
  const { tries, pass } = withClock();
  for (let hour = 0; hour < 3; hour++) {
    for (let stranger = 0; stranger < 1_000; stranger++) {
      await attempt(tries, from(`10.0.${Math.floor(stranger / 250)}.${stranger % 250}`));
    }
    expect(await attempt(tries, from(`192.0.2.${hour}`), 'right')).toBe(0);
    pass(60 * minute);
  }
});

test('at an account that is guessed at, an address has few guesses a day', async () => {
  const { tries, pass } = withClock();
  /** Others guess, so that the account is under attack for an hour. */
  async function attack(network: number): Promise<void> {
    for (let number = 0; number < 20; number++) {
      await attempt(tries, from(`10.${network}.0.${number}`));
    }
  }
  // Tries come at 0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 871 and 1,231 minutes of the day's 1,440.
  const guesses = [0, 0];
  for (let passed = 0; passed < 2 * day; passed += minute) {
    if (passed % (60 * minute) === 0) await attack(passed / (60 * minute));
    if ((await attempt(tries, from('192.0.2.7'))) === 0) guesses[Math.floor(passed / day)]++;
    pass(minute);
  }
  expect(guesses).toEqual([12, 10]);
  await attack(100);
  // An IPv6 subscriber has 65,536 networks of 64 bits, which count as one.
  expect(await attempt(tries, from('2001:db8:1:1::1'))).toBe(0);
  expect(await attempt(tries, from('2001:db8:1:2::1'))).toBeGreaterThan(0);
  expect(await attempt(tries, from('2001:db8:2:1::1'))).toBe(0);
});

test('a known browser has its own count, which strangers at its address do not touch', async () => {
  const { tries } = withClock();
  for (let wrong = 0; wrong < 20; wrong++) await attempt(tries, from('192.0.2.1'));
  expect(await attempt(tries, from('192.0.2.1'), 'right')).toBeGreaterThan(0);
  for (let wrong = 0; wrong < 5; wrong++) {
    expect(await attempt(tries, from('192.0.2.1', 'phone'))).toBe(0);
  }
  expect(await attempt(tries, from('192.0.2.1', 'phone'))).toBe(15_000);
  expect(await attempt(tries, from('192.0.2.1', 'desk'), 'right')).toBe(0);
});

test('an address has ten wrong passwords a minute, and as many right ones as it likes', async () => {
  const { tries, pass } = withClock();
  const person = (number: number) => ({ ...from('192.0.2.1'), account: `person${number}` });
  for (let number = 0; number < 100; number++) {
    expect(await attempt(tries, person(number), 'right')).toBe(0);
  }
  for (let number = 0; number < 10; number++) expect(await attempt(tries, person(number))).toBe(0);
  expect(await attempt(tries, person(50))).toBe(minute);
  pass(minute);
  expect(await attempt(tries, person(50))).toBe(0);
});

test('simultaneous tries wait for each other: right ones pass, wrong ones are counted', async () => {
  const { tries } = withClock();
  const simultaneous = (result: 'right' | 'wrong') =>
    Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        const begun = await tries.begin({ ...from('192.0.2.1'), account: `person${number}` });
        if (typeof begun === 'number') return 'refused';
        await new Promise(setImmediate);
        begun.end(result);
        return result;
      }),
    );
  expect(new Set(await simultaneous('right'))).toEqual(new Set(['right']));
  const results = await simultaneous('wrong');
  expect(results.filter((result) => result === 'wrong')).toHaveLength(10);
});

test('a right password and a reset forget the wrong ones before them', async () => {
  const { tries } = withClock();
  for (let wrong = 0; wrong < 4; wrong++) await attempt(tries, from('192.0.2.1'));
  await attempt(tries, from('192.0.2.1'), 'right');
  for (let wrong = 0; wrong < 5; wrong++) {
    expect(await attempt(tries, from('192.0.2.1'))).toBe(0);
  }
  expect(await attempt(tries, from('192.0.2.1'))).toBeGreaterThan(0);
  tries.forget(from('192.0.2.1'));
  expect(await attempt(tries, from('192.0.2.1'), 'right')).toBe(0);
});
