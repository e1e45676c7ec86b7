import { Download, FileWarning } from 'lucide-react';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { downloadEdits } from '../state/edits-file.ts';
import type { PendingEdit } from '../state/map-state.ts';

interface UnsentEditsProps {
  edits: readonly PendingEdit[];
  onDiscard: (id: string) => void;
}

/** For a person who lost the right to change the map before all edits were sent. */
export function UnsentEdits({ edits, onDiscard }: UnsentEditsProps) {
  const count = edits.reduce((sum, { changes }) => sum + changes.length, 0);
  return (
    <EmptyState
      icon={FileWarning}
      title="You can no longer open this map"
      actions={
        <>
          <Button
            icon={Download}
            onPress={() => {
              downloadEdits(edits);
              for (const { id } of edits) onDiscard(id);
            }}
          >
            Download your changes
          </Button>
          <ButtonLink kind="secondary" href="/">
            Leave without them
          </ButtonLink>
        </>
      }
    >
      {count === 1 ? 'One change' : `${count} changes`} that you made could not be sent. You can
      keep {count === 1 ? 'it' : 'them'} as a GeoJSON file and give this to the owner of the map.
    </EmptyState>
  );
}
