import { type CurrentAccount, personNameSchema } from '@refugia/contract/account/account.ts';
import { bioSchema, organizationSchema } from '@refugia/contract/account/profile.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { saveProfile } from '../../../lib/update-profile.ts';
import { useCall } from '../../../lib/use-call.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { SmallHeading } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { PhotoDialog } from '../photo/photo-dialog.tsx';
import styles from './settings.module.css';
import { ProfileField, SettingsRow, SettingsSection } from './settings.tsx';

const { account: accountLimits } = limits;

/** Who the person is: what others see, and the name that only they see. */
export function PersonSection({ account }: { account: CurrentAccount }) {
  return (
    <SettingsSection
      title="Personal info"
      about="Your photo, organization and bio are on your public profile. Your name is shown to you alone."
    >
      <PhotoRow account={account} />
      <ProfileField
        label="First Name"
        field="first_name"
        value={account.first_name}
        schema={personNameSchema}
        maxLength={accountLimits.nameMaxLength}
      />
      <ProfileField
        label="Last Name"
        field="last_name"
        value={account.last_name}
        schema={personNameSchema}
        maxLength={accountLimits.nameMaxLength}
      />
      <ProfileField
        label="Organization"
        field="organization"
        value={account.organization}
        schema={organizationSchema}
        maxLength={accountLimits.organizationMaxLength}
        emptyText="No organization added yet"
      />
      <ProfileField
        label="Bio"
        field="bio"
        value={account.bio}
        schema={bioSchema}
        maxLength={accountLimits.bioMaxLength}
        isMultiline
        emptyText={messages.profile.noDescription}
      />
    </SettingsSection>
  );
}

function PhotoRow({ account }: { account: CurrentAccount }) {
  const { username, photo } = account;
  const [isOpen, setIsOpen] = useState(false);
  const removal = useCall(showFailure);

  return (
    <SettingsRow>
      <div className={styles.photo}>
        <Avatar size="lg" photo={photo} name={username} />
        <div className={styles.photoWords}>
          <SmallHeading level={3}>Photo</SmallHeading>
          <div className={utilities.cluster}>
            <PanelButton onPress={() => setIsOpen(true)}>
              {photo === null ? 'Add a photo' : 'Change photo'}
            </PanelButton>
            {photo !== null && (
              <TextButton
                tone="danger"
                isPending={removal.isPending}
                onPress={() => removal.run(() => saveProfile({ photo: null }))}
              >
                Remove photo
              </TextButton>
            )}
          </div>
        </div>
      </div>
      {isOpen && <PhotoDialog username={username} onClose={() => setIsOpen(false)} />}
    </SettingsRow>
  );
}
