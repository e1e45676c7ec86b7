import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Slider } from './slider.tsx';

test('screen readers are told a small number by its digits, not as 0', () => {
  const html = renderToStaticMarkup(
    <Slider
      label="Threshold"
      value={0.000053}
      minValue={0.00005}
      maxValue={0.00006}
      step={0.000001}
      onChange={() => {}}
    />,
  );
  expect(html).toContain('aria-valuetext="0.000053"');
});
