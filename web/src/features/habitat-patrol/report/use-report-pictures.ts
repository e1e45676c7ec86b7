import type { RunDownload } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { useEffect, useState } from 'react';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';
import { downloadAddress } from '../patrol/result-api.ts';

/** `unobserved` shows what could not be seen on one of the dates or both. */
type PictureName = 'before' | 'after' | 'change' | 'unobserved';
/** Addresses of the pictures that have loaded. */
export type ReportPictureAddresses = Readonly<Partial<Record<PictureName, string>>>;

interface Wanted {
  name: PictureName;
  file: RunDownload;
  query?: Readonly<Record<string, string>>;
}

/**
 * The report draws the lines over unobserved parts itself, because the server's lines would be
 * shrunk with the picture until nobody could tell them apart.
 */
const wanted: readonly Wanted[] = [
  { name: 'after', file: 'after.png' },
  { name: 'change', file: 'change.png', query: { unobserved: 'hidden' } },
  { name: 'unobserved', file: 'change.png', query: { unobserved: 'alone' } },
  { name: 'before', file: 'before.png' },
];

const retryMilliseconds = 6_000;

/**
 * Fetches a result's pictures one after the other, because the server makes few at a time, and
 * repeats failed calls. A picture that the server refuses for good is left out.
 */
export function useReportPictures(id: string) {
  const [addresses, setAddresses] = useState<ReportPictureAddresses>({});
  const [isComplete, setIsComplete] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const made: string[] = [];
    async function fetchAll(): Promise<void> {
      for (const { name, file, query } of wanted) {
        const picture = await fetchPatiently(downloadAddress(id, file), query, leaving.signal);
        if (leaving.signal.aborted) return;
        if (picture === null) continue;
        const address = URL.createObjectURL(picture);
        made.push(address);
        setAddresses((known) => ({ ...known, [name]: address }));
      }
      setIsComplete(true);
    }
    void fetchAll();
    return () => {
      leaving.abort();
      for (const address of made) URL.revokeObjectURL(address);
    };
  }, [id]);
  return { addresses, isComplete };
}

/**
 * Fetches a picture with pauses between attempts.
 * @returns null if the file does not exist, or if the page was left
 */
async function fetchPatiently(
  path: string,
  query: Wanted['query'],
  signal: AbortSignal,
): Promise<Blob | null> {
  while (!signal.aborted) {
    try {
      return await callApi<Blob>(path, { asFile: true, signal, ...(query && { query }) });
    } catch (error) {
      if (error instanceof RequestRefusedError && error.status !== 429) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
  }
  return null;
}
