import { useSession } from '../lib/session.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';

export function NotFoundPage() {
  const { account } = useSession();
  return <ErrorScreen code={404} username={account?.username ?? null} />;
}
