import { limits } from '@refugia/contract/limits.ts';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/text-field.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import type { MapEditing } from '../drawing/map-editing.ts';
import styles from './proposals.module.css';

interface DraftProposalProps {
  editing: MapEditing;
  /** The note that was written before the page was left. */
  note: string;
}

/** The changes of an editor that are not proposed yet. With a note they become one proposal. */
export function DraftProposal({ editing, note: kept }: DraftProposalProps) {
  const [note, setNote] = useState(kept);
  const { proposed } = editing;
  const count = proposed.length === 1 ? '1 change' : `${proposed.length} changes`;
  return (
    <form
      className={styles.draft}
      onSubmit={(event) => {
        event.preventDefault();
        editing.propose(note.trim());
        setNote('');
      }}
    >
      <Notice>
        {count} to propose. The owner of the map decides about{' '}
        {proposed.length === 1 ? 'it' : 'them'}.
      </Notice>
      <TextArea
        label="Note for the owner"
        rows={2}
        value={note}
        onChange={setNote}
        onBlur={() => editing.keepNote(note)}
        maxLength={limits.collaborativeMapper.noteMaxLength}
      />
      <div className={styles.actions}>
        <Button
          kind="text"
          size="sm"
          onPress={() => {
            editing.dropProposed();
            setNote('');
          }}
        >
          Discard
        </Button>
        <Button type="submit" size="sm">
          Propose {count}
        </Button>
      </div>
    </form>
  );
}
