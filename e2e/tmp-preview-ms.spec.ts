import { elevationFile } from './support/raster-file.ts';
import { test } from './support/test.ts';
import { openWithRaster } from './support/value-project.ts';
test('measure', async ({ page }) => {
  await openWithRaster(page, 'value_ms', await elevationFile());
  await page.getByRole('button', { name: /^Valuation curve of/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Valuation curve of/ });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const script = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const at = (n: string) => metrics.find((m) => m.name === n)!.value * 1000;
    return { script: at('ScriptDuration'), task: at('TaskDuration'), layout: at('LayoutDuration')+at('RecalcStyleDuration') };
  };
  const slider = dialog.getByRole('slider', { name: 'Amplitude' });
  const box = (await slider.locator('xpath=../..').boundingBox())!;
  const track = (await dialog.locator('[class*=track]').first().boundingBox())!;
  console.log(JSON.stringify({ box, track }));
  const y = track.y + track.height / 2;
  await page.waitForTimeout(3000);
  const thumb = (await dialog.locator('[class*=thumb]').first().boundingBox())!;
  await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2);
  await page.mouse.down();
  const ms: number[] = []; const tasks: number[] = [];
  for (let i = 0; i < 60; i++) {
    const a = await script();
    await page.mouse.move(track.x + track.width * (0.2 + 0.6 * ((i * 7) % 60) / 60), y);
    await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
    const b = await script();
    ms.push(b.script - a.script); tasks.push(b.task - a.task);
  }
  await page.mouse.up();
  const med = (x: number[]) => [...x].sort((p, q) => p - q)[x.length >> 1]!.toFixed(2);
  const idle: number[] = [];
  for (let i = 0; i < 20; i++) { const a = await script(); await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))); idle.push((await script()).script - a.script); }
  console.log('MEDIAN script', med(ms), 'task', med(tasks), 'idle', med(idle), 'max', Math.max(...ms).toFixed(2), ms.map((m) => m.toFixed(1)).join(' '));
  await page.screenshot({ path: '/tmp/vmsafe/ms.png' });
});
