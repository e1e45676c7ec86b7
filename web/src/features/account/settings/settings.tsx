import type { ProfileUpdate } from '@refugia/contract/account/profile.ts';
import type { ReactNode } from 'react';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { saveProfile } from '../../../lib/update-profile.ts';
import { firstIssue } from '../../../lib/validated-form.ts';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { PartHeading, SideNote, SmallHeading } from '../../../ui/style/typography.tsx';
import styles from './settings.module.css';

interface SettingsSectionProps {
  title: string;
  about: ReactNode;
  children: ReactNode;
}

/** A part of the account tab: its name at the side, its rows on a sheet. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.header}>
        <PartHeading level={2}>{title}</PartHeading>
        <SideNote number={2}>{about}</SideNote>
      </header>
      <div className={styles.sheet}>{children}</div>
    </section>
  );
}

export function SettingsRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface SettingsActionProps {
  title: string;
  text: ReactNode;
  action: ReactNode;
}

/** A button, with a sentence beside it that says what it does. */
export function SettingsAction({ title, text, action }: SettingsActionProps) {
  return (
    <div className={styles.action}>
      <div className={styles.words}>
        <SmallHeading level={3}>{title}</SmallHeading>
        <SideNote number={2}>{text}</SideNote>
      </div>
      {action}
    </div>
  );
}

interface ProfileFieldProps {
  label: string;
  field: 'first_name' | 'last_name' | 'email' | 'organization' | 'bio';
  value: string;
  /** The contract's rule for this text. */
  schema: Parameters<typeof firstIssue>[0];
  maxLength: number;
  isMultiline?: boolean;
  emptyText?: string;
  /** Below the text. */
  children?: ReactNode;
}

/**
 * A text of the profile that is edited in its place. What could not be saved stays in the input.
 */
export function ProfileField({ field, schema, children, ...rest }: ProfileFieldProps) {
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
  return (
    <SettingsRow>
      <EditableText {...rest} validate={(value) => firstIssue(schema, value)} onSave={save} />
      {children}
    </SettingsRow>
  );
}
