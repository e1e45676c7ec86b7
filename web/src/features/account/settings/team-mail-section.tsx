import type { NotificationPreferences } from '@refugia/contract/notifications.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/session.ts';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/retry-notice.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import { SettingsRow, SettingsSection } from './settings.tsx';

const path = '/api/notifications/preferences';
const queryKey = ['account', 'notification preferences'];

const choices = [
  { id: 'at once', label: 'At once' },
  { id: 'daily', label: 'Once a day' },
  { id: 'off', label: 'Off' },
] as const;

/** When a person is told by mail of what others did on maps; a choice is saved at once. */
export function TeamMailSection() {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi<NotificationPreferences>(path, { signal }),
  });
  const choice = useMutation({
    mutationFn: (mail: NotificationPreferences['mail']) =>
      callApi<NotificationPreferences>(path, { method: 'PUT', body: { mail } }),
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved);
      showToast('success', 'Saved when we write to you.');
    },
    onError: (error) => showFailure(error),
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
