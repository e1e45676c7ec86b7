import { limits } from '@refugia/contract/limits.ts';
import { useState } from 'react';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/text-field.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import type { MapEditing } from '../drawing/use-map-editing.ts';
import { downloadEdits } from '../state/edits-file.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './proposals.module.css';
import type { Review } from './use-review.ts';

/**
 * What is not sent yet: an editor's changes, which become one proposal with a note, or the owner's,
 * which wait for the values that their layer requires.
 */
export function DraftProposal({ editing }: { editing: MapEditing }) {
  // The note may have been written before the page was left.
  const [note, setNote] = useState(useOpenMap().state.draft.note);
  const { isOwner } = useOpenMap();
  const { proposed, faults } = editing;
  const count = proposed.length === 1 ? '1 change' : `${proposed.length} changes`;
  if (isOwner) {
    return (
      <div className={styles.draft}>
        <Notice type="warning" isAnnounced>
          Not on the map yet. {faults.join(' ')}
        </Notice>
        <div className={styles.actions}>
          <PanelButton onPress={editing.dropProposed}>Discard</PanelButton>
        </div>
      </div>
    );
  }
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
        {proposed.length === 1 ? 'it' : 'them'}.{' '}
        {faults.length > 0 && `Before that: ${faults.join(' ')}`}
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
        <TextButton
          onPress={() => {
            editing.dropProposed();
            setNote('');
          }}
        >
          Discard
        </TextButton>
        <PanelButton kind="primary" type="submit" isDisabled={faults.length > 0}>
          Propose {count}
        </PanelButton>
      </div>
    </form>
  );
}

/** Edits that the server refused, each with the ways to go on. */
export function HeldEdits({ review }: { review: Review }) {
  const { client, state } = useOpenMap();
  return state.held.map(({ edit, reason, conflicts }) => (
    <div key={edit.id} className={styles.draft}>
      <Notice type="warning" isAnnounced>
        One of your changes was not accepted. {reason}
      </Notice>
      <div className={styles.actions}>
        <TextButton onPress={() => downloadEdits([edit])}>Keep as a file</TextButton>
        <PanelButton onPress={() => void client.edits.discard(edit.id)}>Discard</PanelButton>
        {conflicts.length === 0 ? (
          <PanelButton kind="primary" onPress={() => void client.edits.retry(edit.id)}>
            Try again
          </PanelButton>
        ) : (
          <PanelButton
            kind="primary"
            onPress={() =>
              review.setConflict({
                conflicts,
                decide: async (resolutions) => {
                  review.setConflict(null);
                  await client.edits.resolve(edit.id, resolutions);
                },
              })
            }
          >
            Resolve
          </PanelButton>
        )}
      </div>
    </div>
  ));
}
