import { expect, test } from 'vitest';
import { createTickets } from './tickets.ts';

const key = new Uint8Array(32).fill(7);

test('a ticket opens what it was issued for, for a minute', () => {
  let time = 1_000_000;
  const tickets = createTickets(key, () => time);
  const ticket = tickets.issue('raster 5 cog');
  expect(tickets.opens(ticket, 'raster 5 cog')).toBe(true);
  expect(tickets.opens(ticket, 'raster 6 cog')).toBe(false);
  time += 60_000;
  expect(tickets.opens(ticket, 'raster 5 cog')).toBe(true);
  time++;
  expect(tickets.opens(ticket, 'raster 5 cog')).toBe(false);
});

test('a ticket can not be made without the key, nor made to last', () => {
  const tickets = createTickets(key, () => 1_000_000);
  const other = createTickets(new Uint8Array(32), () => 1_000_000).issue('a');
  expect(tickets.opens(other, 'a')).toBe(false);
  const later = tickets.issue('a').replace(/^\d+/, '99999999999');
  expect(tickets.opens(later, 'a')).toBe(false);
  for (const nonsense of ['', '.', 'x.y', 'NaN.', '1060000.']) {
    expect(tickets.opens(nonsense, 'a')).toBe(false);
  }
});
