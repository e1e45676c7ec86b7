import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import styles from './account-tab.module.css';
import { DataSection } from './data-section.tsx';
import { NewsSection } from './news-section.tsx';
import { PersonSection } from './person-section.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { UnitsSection } from './units-section.tsx';

/** Everything about the account that its owner can change. Each thing is saved by itself. */
export function AccountTab({ account }: { account: CurrentAccount }) {
  return (
    <div className={styles.settings}>
      <PersonSection account={account} />
      <SignInSection account={account} />
      <NewsSection account={account} />
      <UnitsSection />
      <DataSection account={account} />
    </div>
  );
}
