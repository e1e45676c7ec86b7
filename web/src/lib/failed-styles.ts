const failed = new Set<string>();

/**
 * Remembers every style sheet that could not be loaded from now on. The bundler's loader asks for
 * each only once, so another attempt would show a part of the page without its style.
 */
export function watchStyles(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      failed.add(target.href);
      target.remove();
    },
    // The errors of elements do not bubble.
    { capture: true },
  );
}

/**
 * Loads the style sheets once more that could not be loaded.
 * @throws {Error} when one of them can't be loaded this time either
 */
export async function loadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(loadStyle));
}

function loadStyle(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loading = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => {
      failed.delete(href);
      resolve();
    });
    link.addEventListener('error', () => reject(new Error(`${href} could not be loaded.`)));
  });
  document.head.append(link);
  return loading;
}
