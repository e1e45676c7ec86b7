import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { KeyRound, Link2, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { copyText } from '../../../ui/actions/copy-text.ts';
import { Icon } from '../../../ui/media/icon.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { isOwner, type MapAccess } from '../calls/map-access.ts';
import styles from './about.module.css';

const ReplaceTokenModal = latePart(
  async () => (await import('./replace-token-modal.tsx')).ReplaceTokenModal,
  { failure: 'toast' },
);

interface ShareLinkProps extends MapAccess {
  onMapChange?: (map: CollaborativeMap) => void;
}

function addressOf(map: CollaborativeMap, token?: string): string {
  const address = new URL('/apps/collaborativemapper/map', window.location.href);
  address.searchParams.set('id', String(map.id));
  if (token !== undefined) address.searchParams.set('token', token);
  return address.href;
}

/**
 * The links that open a map: one for reading it, and the owner's link, with which anybody may
 * propose changes.
 */
export function ShareLink({ call, map, onMapChange }: ShareLinkProps) {
  return (
    <>
      <Button
        kind="secondary"
        size="sm"
        icon={<Icon of={Link2} size="sm" />}
        onPress={() =>
          void copyText(
            addressOf(map),
            map.is_published
              ? 'Link copied. It opens this map for anybody.'
              : 'Link copied. It opens this map for its owner and collaborators.',
          )
        }
      >
        Copy link
      </Button>
      {isOwner(map) && map.token !== null && (
        <InvitingLink call={call} map={map} token={map.token} onMapChange={onMapChange} />
      )}
    </>
  );
}

interface InvitingLinkProps extends MapAccess {
  token: string;
  onMapChange: ShareLinkProps['onMapChange'];
}

function InvitingLink({ call, map, token, onMapChange }: InvitingLinkProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={styles.token}>
      <Text number={2}>
        Anyone who has the link with the token can read this map and propose changes, even without
        an account.
      </Text>
      <div className={styles.tokenRow}>
        <Icon of={KeyRound} size="sm" />
        <code className={styles.code}>{token}</code>
      </div>
      <div className={styles.buttons}>
        <Button
          kind="secondary"
          size="sm"
          icon={<Icon of={Link2} size="sm" />}
          onPress={() =>
            void copyText(
              addressOf(map, token),
              'Link copied. Anyone who has it can propose changes.',
            )
          }
        >
          Copy link with token
        </Button>
        <Button
          kind="text"
          size="sm"
          icon={<Icon of={RefreshCw} size="sm" />}
          onPress={() => setIsAsking(true)}
        >
          Replace token
        </Button>
      </div>
      {isAsking && (
        <ReplaceTokenModal
          call={call}
          map={map}
          onReplaced={(next) => onMapChange?.({ ...map, token: next })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
