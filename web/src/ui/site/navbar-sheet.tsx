import { X } from 'lucide-react';
import { Button as AriaButton, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../actions/button.tsx';
import { Icon } from '../media/icon.tsx';
import { type MenuEntry, MenuLine } from '../overlays/menu.tsx';
import styles from './navbar-sheet.module.css';

export interface NavbarMenu {
  label: string;
  entries: readonly MenuEntry[];
}

/** The logged-in account, as the navbar shows it. */
export type NavbarAccount =
  | { status: 'checking' }
  | { status: 'visitor'; onLogIn: () => void; onSignUp: () => void }
  | {
      status: 'authenticated';
      username: string;
      email: string;
      photo: string | null;
      profileHref: string;
      onLogOut: () => void;
    };

interface NavbarSheetProps {
  menus: readonly NavbarMenu[];
  account: NavbarAccount;
  onClose: () => void;
}

/** The navbar's menus, one below the other, on a sheet at the side. */
export function NavbarSheet({ menus, account, onClose }: NavbarSheetProps) {
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={styles.sheet}>
        <Dialog className={styles.dialog} aria-label="Menu">
          <AriaButton className={styles.close} onPress={onClose} aria-label="Close">
            <Icon of={X} />
          </AriaButton>
          {menus.map((menu) => (
            <section key={menu.label}>
              <h2 className={styles.title}>{menu.label}</h2>
              <ul>
                {menu.entries.map((entry) => (
                  <li key={entry.label}>
                    <MenuLine entry={entry} close={onClose} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {account.status === 'visitor' && (
            <div className={styles.actions}>
              <Button kind="secondary" onPress={account.onLogIn}>
                Log In
              </Button>
              <Button onPress={account.onSignUp}>Sign Up</Button>
            </div>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
