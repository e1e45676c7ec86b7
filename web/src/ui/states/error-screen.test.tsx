import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

// The texts of the specification, part 1 §2, written out again.
describe('an error screen', () => {
  test('401 says what is missing', () => {
    const page = renderToStaticMarkup(<ErrorScreen code={401} username={null} />);
    expect(page).toMatch(/<h1[^>]*>Error<\/h1>/);
    expect(page).toContain('Error Code: 401');
    expect(page).toContain(
      'The requested resource is not provided due to lack of valid authentication credentials.',
    );
  });

  test('404 says that nothing is there', () => {
    const page = renderToStaticMarkup(<ErrorScreen code={404} username={null} />);
    expect(page).toContain('Error Code: 404');
    expect(page).toContain('The requested resource specified by the current URL is not found.');
  });

  test.each([401, 404] as const)('%d leads to the profile, or to the landing page', (code) => {
    const own = renderToStaticMarkup(<ErrorScreen code={code} username="Some_One" />);
    expect(own).toMatch(/<a[^>]*href="\/profile\/Some_One"[^>]*>.*Return To Profile/);
    const visitors = renderToStaticMarkup(<ErrorScreen code={code} username={null} />);
    expect(visitors).toMatch(/<a[^>]*href="\/landing"[^>]*>.*Return To Landing/);
  });
});
