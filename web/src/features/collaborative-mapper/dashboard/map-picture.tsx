import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { useQuery } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callApi } from '../../../lib/session.ts';
import { Icon } from '../../../ui/media/icon.tsx';
import styles from './dashboard.module.css';

type Pictured = Pick<ListedMap, 'thumbnail' | 'is_published'>;

/** A map's picture, or a sign in its place while there is none. */
export function MapPicture({ map }: { map: Pictured }) {
  const address = usePictureAddress(map);
  return address === null ? (
    <span className={styles.noPicture}>
      <Icon of={MapIcon} />
    </span>
  ) : (
    <img className={styles.picture} src={address} width="96" height="60" loading="lazy" alt="" />
  );
}

/**
 * The address of a map's picture. The picture of a private map is fetched with the log-in token,
 * which the browser does not send for the address of an image.
 */
function usePictureAddress({ thumbnail, is_published }: Pictured): string | null {
  const { data: picture } = useQuery({
    // The address changes with the picture.
    queryKey: ['rrm', 'thumbnail', thumbnail],
    queryFn: ({ signal }) => callApi<Blob>(thumbnail!, { asFile: true, signal }),
    enabled: thumbnail !== null && !is_published,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (picture === undefined) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [picture]);
  return is_published ? thumbnail : address;
}
