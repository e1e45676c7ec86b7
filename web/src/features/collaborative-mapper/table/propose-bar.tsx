import { limits } from '@refugia/contract/limits.ts';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import styles from './table.module.css';

interface ProposeBarProps {
  /** The number of changed features. */
  count: number;
  onPropose: (note: string) => Promise<void>;
  onDiscard: () => void;
}

/** The changes of a collaborator, which are proposed together with a note. */
export function ProposeBar({ count, onPropose, onDiscard }: ProposeBarProps) {
  const [note, setNote] = useState('');
  const [isSending, setIsSending] = useState(false);
  async function propose(): Promise<void> {
    setIsSending(true);
    try {
      await onPropose(note.trim());
      setNote('');
    } finally {
      setIsSending(false);
    }
  }
  return (
    <div className={styles.proposeBar}>
      <TextField
        label={`${count === 1 ? '1 feature' : `${count.toLocaleString('en-US')} features`} changed: why?`}
        value={note}
        onChange={setNote}
        maxLength={limits.collaborativeMapper.noteMaxLength}
      />
      <Button kind="secondary" onPress={onDiscard}>
        Discard
      </Button>
      <Button isPending={isSending} onPress={() => void propose()}>
        Propose
      </Button>
    </div>
  );
}
