import { type CurrentAccount, personNameSchema } from '@refugia/contract/account/account.ts';
import { bioSchema, organizationSchema } from '@refugia/contract/account/profile.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { NotificationPreferences } from '@refugia/contract/notifications.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../../lib/api-query.ts';
import { callApi } from '../../../lib/session.ts';
import { saveProfile } from '../../../lib/update-profile.ts';
import { useCall } from '../../../lib/use-call.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { AreaUnitsChoice } from '../../../ui/forms/area-units-choice.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { SmallHeading } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { PhotoDialog } from '../photo/photo-dialog.tsx';
import { DataSection } from './data-section.tsx';
import styles from './settings.module.css';
import { ProfileField, SettingsRow, SettingsSection } from './settings.tsx';
import { SignInSection } from './sign-in-section.tsx';

/** Everything about the account that its owner can change. Each thing is saved by itself. */
export function AccountTab({ account }: { account: CurrentAccount }) {
  return (
    <div className={styles.settings}>
      <PersonSection account={account} />
      <SignInSection account={account} />
      <TeamMailSection />
      <NewsSection account={account} />
      <UnitsSection />
      <DataSection account={account} />
    </div>
  );
}

const answers = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
] as const;
type Answer = (typeof answers)[number]['id'];

function NewsSection({ account }: { account: CurrentAccount }) {
  const saved: Answer = account.email_subscribed ? 'yes' : 'no';
  const { subscribed, unsubscribed } = messages.profile;
  const choice = useAction({
    act: (answer: Answer) => saveProfile({ email_subscribed: answer === 'yes' }),
    failure: showFailure,
    done: (_, answer) => (answer === 'yes' ? subscribed : unsubscribed),
  });
  return (
    <SettingsSection
      title="Email notifications"
      about="Now and then, what is new here. Mail about your own account comes in any case."
    >
      <SettingsRow>
        <RadioGroup
          label="Email subscription"
          orientation="horizontal"
          options={answers}
          value={choice.isPending ? choice.variables : saved}
          onChange={(answer) => choice.mutate(answer)}
        />
      </SettingsRow>
    </SettingsSection>
  );
}

function UnitsSection() {
  return (
    <SettingsSection
      title="Units"
      about="How the sizes of areas are shown to you: on maps, in tables, and in reports."
    >
      <SettingsRow>
        <AreaUnitsChoice />
      </SettingsRow>
    </SettingsSection>
  );
}

const path = '/api/notifications/preferences';
const preferencesQuery = apiQuery<NotificationPreferences>(
  ['account', 'notification preferences'],
  path,
);

const choices = [
  { id: 'at once', label: 'At once' },
  { id: 'daily', label: 'Once a day' },
  { id: 'off', label: 'Off' },
] as const;

/** When a person is told by mail of what others did on maps; a choice is saved at once. */
function TeamMailSection() {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(preferencesQuery);
  const choice = useAction({
    act: (mail: NotificationPreferences['mail']) =>
      callApi<NotificationPreferences>(path, { method: 'PUT', body: { mail } }),
    failure: showFailure,
    done: 'Saved when we write to you.',
    onDone: (saved) => queries.setQueryData(preferencesQuery.queryKey, saved),
  });
  return (
    <SettingsSection
      title="Mail about your maps"
      about="Proposals, decisions, comments and replies of others. The bell on every page tells of them in any case."
    >
      <SettingsRow>
        {isError && (
          <RetryNotice onRetry={() => void refetch()}>Your choice could not be loaded.</RetryNotice>
        )}
        {data === undefined && !isError && <Spinner label="Loading your choice" showLabel />}
        {data !== undefined && (
          <RadioGroup
            label="We write to you"
            orientation="horizontal"
            options={choices}
            value={choice.isPending ? choice.variables : data.mail}
            onChange={(mail) => choice.mutate(mail)}
          />
        )}
      </SettingsRow>
    </SettingsSection>
  );
}

const { account: accountLimits } = limits;

/** Who the person is: what others see, and the name that only they see. */
function PersonSection({ account }: { account: CurrentAccount }) {
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
