import type { ComponentProps } from 'react';
import { useThemeChoice } from '../../lib/theme.ts';

/** A picture's file for each theme, and its size in pixels, so that no text moves as it loads. */
export interface ThemedSource {
  readonly light: string;
  readonly dark: string;
  readonly width: number;
  readonly height: number;
}

interface ThemedPictureProps extends Pick<ComponentProps<'img'>, 'className' | 'fetchPriority'> {
  alt: string;
  source: ThemedSource;
  /** A source that is used instead when its media query matches. */
  instead?: { readonly media: string; readonly source: ThemedSource };
}

const dark = '(prefers-color-scheme: dark)';

/** Shows a picture in the reader's theme. Only the visible file is loaded. */
export function ThemedPicture({
  source,
  instead,
  alt,
  className,
  fetchPriority,
}: ThemedPictureProps) {
  const theme = useThemeChoice();
  const followsSystem = theme === 'system';
  const sourceOf = (picture: ThemedSource, media?: string) => {
    const { width, height } = picture;
    const chosen = theme === 'dark' ? picture.dark : picture.light;
    const both = media === undefined ? dark : `${media} and ${dark}`;
    return (
      <>
        {followsSystem && (
          <source srcSet={picture.dark} media={both} width={width} height={height} />
        )}
        {media !== undefined && (
          <source srcSet={chosen} media={media} width={width} height={height} />
        )}
      </>
    );
  };
  return (
    <picture className={className}>
      {instead && sourceOf(instead.source, instead.media)}
      {sourceOf(source)}
      <img
        src={theme === 'dark' ? source.dark : source.light}
        width={source.width}
        height={source.height}
        alt={alt}
        fetchPriority={fetchPriority}
      />
    </picture>
  );
}
