import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { Lock } from 'lucide-react';
import { Link } from '../../../ui/actions/link.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { TooltipText } from '../../../ui/overlays/tooltip.tsx';
import styles from './dashboard.module.css';
import { mapAddress } from './map-address.ts';
import { MapPicture } from './map-picture.tsx';

/** A map's picture and its name, which opens it. */
export function MapName({ map }: { map: ListedMap }) {
  const { id, name, is_published } = map;
  return (
    <span className={styles.name}>
      <MapPicture map={map} />
      <span className={styles.words}>
        <Link href={mapAddress(id)}>{name}</Link>
        {!is_published && (
          <TooltipText text="Private">
            <Icon of={Lock} size="sm" />
          </TooltipText>
        )}
      </span>
    </span>
  );
}

/** Every owner of a map, each leading to their profile. */
export function Owners({ map: { creator } }: { map: ListedMap }) {
  return (
    <span className={styles.owners}>
      {creator.map(({ id, username }) => (
        <Link key={id} href={`/profile/${encodeURIComponent(username)}`}>
          {username}
        </Link>
      ))}
    </span>
  );
}
