import type { ReactNode } from 'react';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './settings.module.css';

interface SettingsSectionProps {
  title: string;
  /** What this part is about, in a sentence. */
  about: ReactNode;
  children: ReactNode;
}

/** A part of the account tab: its name at the side, its rows on a sheet. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  return (
    <section className={styles.section}>
      <header className={styles.header}>
        <Heading level={2} look={4}>
          {title}
        </Heading>
        <Text number={2} tone="soft">
          {about}
        </Text>
      </header>
      <div className={styles.sheet}>{children}</div>
    </section>
  );
}

/** A row of a section. */
export function SettingsRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

interface SettingsActionProps {
  title: string;
  text: ReactNode;
  /** The button of the action. */
  action: ReactNode;
}

/** A button, with a sentence beside it that says what it does. */
export function SettingsAction({ title, text, action }: SettingsActionProps) {
  return (
    <div className={styles.action}>
      <div className={styles.words}>
        <Heading level={3} look={5}>
          {title}
        </Heading>
        <Text number={2} tone="soft">
          {text}
        </Text>
      </div>
      {action}
    </div>
  );
}
