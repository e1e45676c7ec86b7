import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { loadFailedStyles } from '../../lib/failed-styles.ts';
import { TextButton } from '../actions/button.tsx';
import { Notice } from '../overlays/notice.tsx';
import { showToast } from '../overlays/toast.tsx';

const failureText =
  'This part of the page could not be loaded. Check the connection and try again.';

interface LatePartOptions {
  /** Shown until the part has loaded. Default nothing. */
  fallback?: ReactNode;
  /**
   * How a failure is shown: as a notice in the part's place, with a button to try again, or as a
   * toast, for parts that cover the page and are then closed by their `onClose`. Default `notice`.
   */
  failure?: 'notice' | 'toast';
}

interface Source<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly options: LatePartOptions;
  /** Null until it has been fetched. */
  part: ComponentType<Props> | null;
  hasFailed: boolean;
}

/**
 * A part of a screen whose code is loaded when it is first shown. Unlike with React's `lazy`, a
 * failed load does not break the whole screen and can be tried again.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LatePartOptions = {},
): (props: Props) => ReactNode {
  const source: Source<Props> = { load, options, part: null, hasFailed: false };
  return (props) => <Late source={source} partProps={props} />;
}

/** A part above the page, such as a dialog. A toast tells when it could not be loaded, which closes it. */
export function lateOverlay<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return latePart(load, { failure: 'toast' });
}

function Late<Props extends object>({
  source,
  partProps,
}: {
  source: Source<Props>;
  partProps: Props;
}) {
  const { fallback = null, failure = 'notice' } = source.options;
  const [Part, setPart] = useState(() => source.part);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);
  const onFailure = useEffectEvent(() => {
    setFailedAttempt(attempt);
    if (failure === 'notice') return;
    showToast('error', failureText);
    if ('onClose' in partProps && typeof partProps.onClose === 'function') partProps.onClose();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches anew
  useEffect(() => {
    if (source.part !== null) return;
    let isShown = true;
    fetchPart(source).then(
      (part) => {
        source.part = part;
        if (isShown) setPart(() => part);
      },
      () => {
        source.hasFailed = true;
        if (isShown) onFailure();
      },
    );
    return () => {
      isShown = false;
    };
  }, [source, attempt]);

  if (Part !== null) return <Part {...partProps} />;
  if (failedAttempt < attempt) return fallback;
  return failure === 'notice' ? <Failure onRetry={() => setAttempt(attempt + 1)} /> : null;
}

async function fetchPart<Props>({ load, hasFailed }: Source<Props>): Promise<ComponentType<Props>> {
  if (hasFailed) await loadFailedStyles();
  return await load();
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice type="error" isAnnounced>
      <p>{failureText}</p>
      <TextButton onPress={onRetry}>Try again</TextButton>
    </Notice>
  );
}
