import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { useState } from 'react';
import { saveProfile } from '../../../lib/update-profile.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading } from '../../../ui/style/typography.tsx';
import { failureText } from '../failure-text.ts';
import { PhotoDialog } from '../photo/photo-dialog.tsx';
import styles from './account-tab.module.css';
import { SettingsRow } from './settings.tsx';

/** The photo, with the way to another one or none. */
export function PhotoRow({ account }: { account: CurrentAccount }) {
  const { username, photo } = account;
  const [isOpen, setIsOpen] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);

  async function remove(): Promise<void> {
    setIsRemoving(true);
    try {
      await saveProfile({ photo: null });
    } catch (error) {
      showToast('error', failureText(error));
    } finally {
      setIsRemoving(false);
    }
  }

  return (
    <SettingsRow>
      <div className={styles.photo}>
        <Avatar size="lg" photo={photo} name={username} />
        <div className={styles.photoWords}>
          <Heading level={3} look={5}>
            Photo
          </Heading>
          <div className={styles.buttons}>
            <Button kind="secondary" size="sm" onPress={() => setIsOpen(true)}>
              {photo === null ? 'Add a photo' : 'Change photo'}
            </Button>
            {photo !== null && (
              <Button
                kind="text"
                size="sm"
                tone="danger"
                isPending={isRemoving}
                onPress={() => void remove()}
              >
                Remove photo
              </Button>
            )}
          </div>
        </div>
      </div>
      {isOpen && <PhotoDialog username={username} onClose={() => setIsOpen(false)} />}
    </SettingsRow>
  );
}
