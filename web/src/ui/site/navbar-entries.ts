import type { MenuEntry } from '../overlays/menu.tsx';

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
