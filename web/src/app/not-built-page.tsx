import { Hammer } from 'lucide-react';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { apps } from './navigation.ts';

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
      </EmptyState>
    </Page>
  );
}
