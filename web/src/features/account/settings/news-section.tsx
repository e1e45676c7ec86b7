import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { saveProfile } from '../../../lib/update-profile.ts';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { failureText } from '../failure-text.ts';
import { SettingsRow, SettingsSection } from './settings.tsx';

const answers = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
] as const;
type Answer = (typeof answers)[number]['id'];

/** Whether news come by email; a choice is saved at once. */
export function NewsSection({ account }: { account: CurrentAccount }) {
  // The choice until the server has saved it.
  const [chosen, setChosen] = useState<Answer | null>(null);
  const saved: Answer = account.email_subscribed ? 'yes' : 'no';

  async function choose(answer: Answer): Promise<void> {
    setChosen(answer);
    const isSubscribed = answer === 'yes';
    try {
      await saveProfile({ email_subscribed: isSubscribed });
      const { subscribed, unsubscribed } = messages.profile;
      showToast('success', isSubscribed ? subscribed : unsubscribed);
    } catch (error) {
      showToast('error', failureText(error));
    } finally {
      setChosen(null);
    }
  }

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
          value={chosen ?? saved}
          onChange={(answer) => void choose(answer)}
        />
      </SettingsRow>
    </SettingsSection>
  );
}
