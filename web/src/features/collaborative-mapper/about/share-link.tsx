import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, Link2, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ConfirmDialog } from '../../../ui/modal.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Text } from '../../../ui/typography.tsx';
import { isOwner, type MapAccess } from '../calls/map-access.ts';
import { replaceToken } from '../calls/maps.ts';
import styles from './about.module.css';

interface ShareLinkProps extends MapAccess {
  onMapChange?: (map: CollaborativeMap) => void;
}

function addressOf(map: CollaborativeMap, token?: string): string {
  const address = new URL('/apps/collaborativemapper/map', window.location.href);
  address.searchParams.set('id', String(map.id));
  if (token !== undefined) address.searchParams.set('token', token);
  return address.href;
}

/** The links that open a map: one for who may read it, and the owner's, which lets anybody propose. */
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
  const replacement = useMutation({
    mutationFn: () => replaceToken(call, map.id),
    onSuccess: (next) => {
      setIsAsking(false);
      onMapChange?.({ ...map, token: next });
      showToast('success', 'The token was replaced. The old link no longer works.');
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The token was not replaced. Please try again.')),
  });
  return (
    <div className={styles.token}>
      <Text number={2}>
        Who has the link with the token can read this map and propose changes, even without an
        account.
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
            void copyText(addressOf(map, token), 'Link copied. Who has it can propose changes.')
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
      <ConfirmDialog
        title="Replace the token?"
        isOpen={isAsking}
        confirmLabel="Replace"
        isPending={replacement.isPending}
        onConfirm={() => replacement.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        The old link stops working at once, for everybody who has it. Collaborators with an account
        are not affected.
      </ConfirmDialog>
    </div>
  );
}
