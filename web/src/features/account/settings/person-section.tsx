import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { personNameSchema } from '@refugia/contract/account/account.ts';
import { bioSchema, organizationSchema } from '@refugia/contract/account/profile.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { PhotoRow } from './photo-row.tsx';
import { ProfileField } from './profile-field.tsx';
import { SettingsRow, SettingsSection } from './settings.tsx';

const { account: accountLimits } = limits;

/** Who the person is: what others see, and the name that only they see. */
export function PersonSection({ account }: { account: CurrentAccount }) {
  return (
    <SettingsSection
      title="Personal info"
      about="Your photo, organization and bio are on your public profile. Your name is shown to you alone."
    >
      <PhotoRow account={account} />
      <SettingsRow>
        <ProfileField
          label="First Name"
          field="first_name"
          value={account.first_name}
          schema={personNameSchema}
          maxLength={accountLimits.nameMaxLength}
        />
      </SettingsRow>
      <SettingsRow>
        <ProfileField
          label="Last Name"
          field="last_name"
          value={account.last_name}
          schema={personNameSchema}
          maxLength={accountLimits.nameMaxLength}
        />
      </SettingsRow>
      <SettingsRow>
        <ProfileField
          label="Organization"
          field="organization"
          value={account.organization}
          schema={organizationSchema}
          maxLength={accountLimits.organizationMaxLength}
          emptyText="No organization added yet"
        />
      </SettingsRow>
      <SettingsRow>
        <ProfileField
          label="Bio"
          field="bio"
          value={account.bio}
          schema={bioSchema}
          maxLength={accountLimits.bioMaxLength}
          isMultiline
          emptyText={messages.profile.noDescription}
        />
      </SettingsRow>
    </SettingsSection>
  );
}
