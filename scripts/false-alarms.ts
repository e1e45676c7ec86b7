import { parseArgs } from 'node:util';
import { drawPairs } from './false-alarms/draw-pairs.ts';
import { measurePair } from './false-alarms/measure-pair.ts';

/**
 * Measures how often the change engine reports change where there is none. It runs whole analyses
 * over random places and dates of the simulated country, without events between the dates. It
 * prints a line for each pair, and the distribution. `npm run false-alarms -- --pairs 30 --seed 1`;
 * a pair takes 10 to 30 seconds.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    side: { type: 'string', default: '5000' },
    method: { type: 'string', default: 'automatic' },
  },
});
const methods = ['automatic', 'irmad', 'lda', 'ndvi', 'nbr'] as const;
const method = methods.find((name) => name === values.method);
if (method === undefined) throw new RangeError(`--method is one of ${methods.join(', ')}`);
const whole = (name: 'pairs' | 'seed' | 'side'): number => {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`--${name} takes a whole number from 1; got "${values[name]}"`);
};
const sideMeters = whole('side');

const shares: number[] = [];
let withoutResult = 0;
for (const pair of drawPairs({ pairs: whole('pairs'), seed: whole('seed'), sideMeters })) {
  const measured = await measurePair(pair, { sideMeters, method });
  const { longitude, latitude, startDate, endDate } = pair;
  const place = `${latitude.toFixed(3)} ${longitude.toFixed(3)} ${startDate} ${endDate}`;
  if (measured === undefined) {
    console.log(`${place}  no result`);
    withoutResult++;
    continue;
  }
  const { seasonDays, cover, clearShare, changedShare, kinds } = measured;
  shares.push(changedShare);
  console.log(
    `${place}  ${(100 * changedShare).toFixed(3)} %  clear ${Math.round(100 * clearShare)} %  ` +
      `seasons ${seasonDays} days  ${cover}  ${kinds}`,
  );
}
shares.sort((one, other) => one - other);
const quantile = (share: number) =>
  `${(100 * shares[Math.min(shares.length - 1, Math.floor(share * shares.length))]).toFixed(3)} %`;
console.log(
  `${shares.length} pairs (${withoutResult} more gave no result): median ${quantile(0.5)}, 75 % below ${quantile(0.75)}, 90 % below ` +
    `${quantile(0.9)}, most ${quantile(1)}; ` +
    `${shares.filter((share) => share <= 0.003).length} have at most 0.3 %`,
);
