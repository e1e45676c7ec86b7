import type { ProfileUpdate } from '@refugia/contract/account/profile.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { firstIssue } from '../../../lib/first-issue.ts';
import { saveProfile } from '../../../lib/update-profile.ts';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { failureText } from '../failure-text.ts';

interface ProfileFieldProps {
  label: string;
  field: 'first_name' | 'last_name' | 'email' | 'organization' | 'bio';
  value: string;
  /** The contract's rule for this text. */
  schema: Parameters<typeof firstIssue>[0];
  maxLength: number;
  isMultiline?: boolean;
  emptyText?: string;
}

/** A text of the profile that is edited in its place. What could not be saved stays in the input. */
export function ProfileField({ field, schema, ...rest }: ProfileFieldProps) {
  async function save(value: string): Promise<void> {
    const change: Partial<ProfileUpdate> = { [field]: value };
    try {
      await saveProfile(change);
    } catch (error) {
      const fault = error instanceof RequestRefusedError ? error.fields[field] : undefined;
      showToast('error', fault ?? failureText(error));
      throw error;
    }
  }
  return <EditableText {...rest} validate={(value) => firstIssue(schema, value)} onSave={save} />;
}
