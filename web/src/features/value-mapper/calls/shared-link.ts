import { keyHeader } from '@refugia/contract/key-kinds.ts';
import { useLayoutEffect } from 'react';
import type { CallApi } from '../../../lib/api-client.ts';
import { callApi } from '../../../lib/session.ts';
import { isLinkEnded } from './failure.ts';

/** The link by which this page shows a project to a visitor, and what to do once it opens nothing any more. */
interface SharedLink {
  readonly key: string;
  readonly onEnded: () => void;
}

/** One page shows one project, by a link or as its owner's. */
let openLink: SharedLink | null = null;

/** Makes all calls for projects by a view-only link while the component is there, as nobody's. */
export function useSharedLink(key: string, onEnded: () => void): void {
  // It comes before the effects of what is inside, which make calls.
  useLayoutEffect(() => {
    openLink = { key, onEnded };
    return () => {
      openLink = null;
    };
  }, [key, onEnded]);
}

/** Makes a call of the Value Mapper, as the person who is logged in or by the link that is open. */
export const callValueMapper: CallApi = async (path, options = {}) => {
  const link = openLink;
  if (link === null) return callApi(path, options);
  const headers = { ...options.headers, [keyHeader]: link.key };
  try {
    return await callApi(path, { ...options, headers, authenticated: false });
  } catch (error) {
    if (isLinkEnded(error)) link.onEnded();
    throw error;
  }
};
