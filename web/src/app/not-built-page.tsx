import { Hammer } from 'lucide-react';
import { siteSettings } from '../lib/site-settings.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { apps } from './navigation.ts';

/** An installation that has set no address has nobody who reads what is sent to it. */
const isReachable = !siteSettings.supportEmail.endsWith('@localhost');

/** Says openly that a screen of the specification is still to come. */
export function NotBuiltPage({ screen }: { screen: string }) {
  return (
    <Page width="narrow">
      <EmptyState
        icon={Hammer}
        headingLevel={1}
        title={`${screen} is not built yet`}
        actions={
          <>
            <ButtonLink href={apps.habitatPatrol.home}>Open {apps.habitatPatrol.name}</ButtonLink>
            <ButtonLink href="/landing" kind="secondary">
              Landing page
            </ButtonLink>
          </>
        }
      >
        This address is kept for it, so a bookmark will work once it is there.
        {isReachable && (
          <>
            {' '}
            Until then, write to{' '}
            <Link href={`mailto:${siteSettings.supportEmail}`}>{siteSettings.supportEmail}</Link>.
          </>
        )}
      </EmptyState>
    </Page>
  );
}
