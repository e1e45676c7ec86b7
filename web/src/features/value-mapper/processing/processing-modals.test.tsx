import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { Failure } from './processing-modals.tsx';

test.each([
  ['crs_missing', 'metadata', true],
  ['crs_unknown', 'crs', true],
  ['off_earth', 'geospatial', true],
  ['damaged', 'metadata', false],
])('after %s a code can be entered: %s, %s', (code, stepId, isAsked) => {
  const cause = new RequestRefusedError(422, { error: 'It lies nowhere.', code });
  const failure = { stepId, reason: cause.message, cause };
  const html = renderToStaticMarkup(<Failure state={{ failure }} onEpsg={() => {}} />);
  expect(html).toContain('It lies nowhere.');
  expect(html.includes('EPSG code of the file’s coordinates')).toBe(isAsked);
});
