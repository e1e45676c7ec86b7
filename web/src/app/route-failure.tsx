import { RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { useDocumentTitle } from '../lib/document-title.ts';
import { Button, ButtonLink } from '../ui/actions/button.tsx';
import { Icon } from '../ui/media/icon.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';

/** Stands in the place of a page that threw, or whose code could not be fetched. */
export function RouteFailure() {
  const error = useRouteError();
  useDocumentTitle('Something went wrong');
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <EmptyState
      icon={TriangleAlert}
      headingLevel={1}
      title="This page could not be shown"
      actions={
        <>
          <Button onPress={() => window.location.reload()} icon={<Icon of={RotateCw} size="sm" />}>
            Reload
          </Button>
          <ButtonLink kind="secondary" href="/landing">
            Landing page
          </ButtonLink>
        </>
      }
    >
      Either the connection broke while it was loading, or it has a fault. Reloading often helps.
    </EmptyState>
  );
}
