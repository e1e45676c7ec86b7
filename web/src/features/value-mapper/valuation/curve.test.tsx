import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Coefficient } from './curve.tsx';
import { ValuationDraft } from './valuation-draft.ts';

// A threshold of numbers from 999.91 to 1001.34 moves by 0.0143, so three decimals tell its places
// apart.
test('the threshold is written with the decimals by which it moves', () => {
  const draft = new ValuationDraft({
    function: { type: 'step', coefficients: { A: 0.5, B: 1000.397038, C: 0 } },
    palette: { min: [0, 0, 0], zero: [128, 128, 128], max: [255, 255, 255] },
  });
  const range = { min: 999.9106, max: 1001.3413 };
  const html = renderToStaticMarkup(
    <Coefficient draft={draft} range={range} type="step" name="B" />,
  );
  expect(html).toMatch(/<output[^>]*>1,000\.397</);
});
