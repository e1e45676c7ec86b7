import { useDocumentTitle } from '../lib/document-title.ts';
import { useSession } from '../lib/session.ts';
import { ErrorScreen } from '../ui/error-screen.tsx';

export function NotFoundPage() {
  useDocumentTitle('Not found');
  const { account } = useSession();
  return <ErrorScreen code={404} username={account?.username ?? null} />;
}
