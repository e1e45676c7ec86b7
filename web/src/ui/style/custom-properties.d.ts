import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Values that the style sheets read as custom properties. */
    [name: `--${string}`]: string | number;
  }
}
