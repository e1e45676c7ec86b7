import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { layerSample, rasterSample } from '../state/map-layer.samples.ts';
import { LayerLegend } from './layer-legend.tsx';

test('the legend of a raster without data names no numbers', () => {
  const entry = { layer: layerSample, raster: rasterSample, valued: null };
  const words = (html: string) => html.replaceAll(/<[^>]*>/g, ' ');
  expect(words(renderToStaticMarkup(<LayerLegend entry={entry} />))).toMatch(/99.*640.*No data/);
  const raster = { ...rasterSample, dataset_min_val: null, dataset_max_val: null };
  const empty = words(renderToStaticMarkup(<LayerLegend entry={{ ...entry, raster }} />));
  expect(empty.trim()).toBe('No data');
});
