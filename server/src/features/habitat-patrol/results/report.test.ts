import type { AskedReport } from '@refugia/contract/report.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../../testing/read-pdf.ts';
import { createFinishedRun, type FinishedRun } from '../../../../testing/synthetic-app.ts';

let run: FinishedRun;
beforeAll(async () => {
  run = await createFinishedRun();
});
afterAll(() => run?.close());

const ask = (settings: AskedReport | Record<string, unknown>) =>
  run.anybody().ask('POST', `${run.runUrl}/report.pdf`, settings);

const dotAddress = async () => {
  const dot = { width: 20, height: 10, channels: 3, background: '#ff0000' } as const;
  const png = await sharp({ create: dot }).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
};

test('a report has what was found, the maps, the patches, the method and the scenes', async () => {
  await run.owner.ask('PUT', `${run.runUrl}/patches/1/verdict`, {
    verdict: 'real',
    note: 'Żubr — seen in May',
  });
  const picture = await dotAddress();
  const reply = await ask({
    title: 'Forêt de Białowieża',
    author: 'A reader',
    organisation: 'A trust',
    paper: 'letter',
    units: 'acres',
    logo: picture,
    locator: { picture, credits: 'OpenStreetMap' },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('application/pdf');
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename=".*_report\.pdf"$/);
  const { info, pages } = await readPdf(reply.rawPayload);
  expect(info).toMatchObject({ Title: 'Forêt de Białowieża', Author: 'A reader' });
  // Letter is 8.5 by 11 inches of 72 points.
  expect(pages.map(({ size }) => size)).toEqual(pages.map(() => [612, 792]));
  const [first, second, ...others] = pages;
  expect(first!.text).toMatch(/Forêt de Białowieża A reader, A trust .* ac changed/);
  expect(first!.text).toContain('confirmed');
  expect(first!.text).toContain('OpenStreetMap');
  expect([first!.pictures, second!.pictures]).toEqual([3, 2]);
  const rest = others.map(({ text }) => text).join(' ');
  expect(rest).toMatch(/1 \S.*, [\d.,]+ ac/);
  expect(rest).toContain('Real, says a visitor “Żubr — seen in May”');
  for (const note of run.result.notes) expect(rest).toContain(note.slice(0, 20));
  for (const { id } of run.result.scenes) expect(rest.replaceAll(' ', '')).toContain(id);
  expect(pages.at(-1)!.text).toMatch(new RegExp(`${pages.length} / ${pages.length}$`));
});

test('without settings it is of the run, in hectares, on A4, and without patches there are none', async () => {
  const { pages } = await readPdf((await ask({})).rawPayload);
  expect(pages[0]!.size.map(Math.round)).toEqual([595, 842]);
  expect(pages[0]!.text).toContain(run.result.statistics.changed_hectares > 0 ? ' ha changed' : '');
  const { pages: fewer } = await readPdf((await ask({ patches: 0 })).rawPayload);
  const count = (all: typeof pages) => all.reduce((sum, { pictures }) => sum + pictures, 0);
  expect(count(fewer)).toBe(3);
  expect(count(pages)).toBeGreaterThan(3);
});

test.each([
  [{ title: 'a\u202eb' }, 'title'],
  [{ paper: 'a3' }, 'paper'],
  [{ patches: 1000 }, 'patches'],
  [{ logo: 'https://example.org/logo.png' }, 'logo'],
  [{ logo: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` }, 'logo'],
])('%o is refused, and the field is named', async (settings, field) => {
  const refused = await ask(settings);
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json().fields)).toEqual([field]);
});

test('a run that is not there has no report', async () => {
  const guessed = `/api/changedetection/runs/${'A'.repeat(22)}/report.pdf`;
  expect((await run.anybody().ask('POST', guessed, {})).statusCode).toBe(404);
});
