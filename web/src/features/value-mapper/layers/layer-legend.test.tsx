import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { layerSample, rasterSample, valuedSample } from '../testing/map-layers.ts';
import { LayerLegend } from './layer-legend.tsx';

test('the legend of a raster without data names no numbers', () => {
  const entry = { layer: layerSample, raster: rasterSample, valued: null };
  const words = (html: string) => html.replaceAll(/<[^>]*>/g, ' ');
  expect(words(renderToStaticMarkup(<LayerLegend entry={entry} />))).toMatch(/99.*640.*No data/);
  const raster = { ...rasterSample, dataset_min_val: null, dataset_max_val: null };
  const empty = words(renderToStaticMarkup(<LayerLegend entry={{ ...entry, raster }} />));
  expect(empty.trim()).toBe('No data');
});

// Blue of −1 and the zero colour mixed by halves are 134.5, 165.5 and 201; orange is mixed so, too.
test('the legend of values runs over those that occur, in their colours', () => {
  const entry = { layer: layerSample, raster: rasterSample, valued: valuedSample };
  const html = renderToStaticMarkup(<LayerLegend entry={entry} />);
  expect(html.replaceAll(/<[^>]*>/g, ' ')).toMatch(/−0\.5 +0 +0\.5/);
  expect(html).toContain('#87a6c9');
  expect(html).not.toContain('#1858a4');
  const former = { ...entry, valued: { ...valuedSample, min_val: null, max_val: null } };
  expect(renderToStaticMarkup(<LayerLegend entry={former} />)).toContain('#1858a4');
});
