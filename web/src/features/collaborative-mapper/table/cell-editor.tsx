import { useState } from 'react';
import styles from './table.module.css';

interface CellEditorProps {
  label: string;
  text: string;
  /** Called with the new text, or with null when it is to stay as it was. */
  onDone: (text: string | null) => void;
}

/** A cell that is being changed. Enter or leaving the cell keeps the new text, and Escape drops it. */
export function CellEditor({ label, text, onDone }: CellEditorProps) {
  const [draft, setDraft] = useState(text);
  return (
    <input
      className={styles.editor}
      aria-label={label}
      value={draft}
      // biome-ignore lint/a11y/noAutofocus: the person asked to edit this cell
      autoFocus
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => onDone(draft)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') onDone(draft);
        if (event.key === 'Escape') onDone(null);
      }}
    />
  );
}
