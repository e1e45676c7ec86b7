import { useRef, useState } from 'react';
import styles from './table.module.css';

interface CellEditorProps {
  label: string;
  text: string;
  /** Called with the text that the person wrote, or with null to leave the cell unchanged. */
  onDone: (text: string | null) => void;
}

/** The input of a cell. Enter or leaving the cell saves the new text, and Escape discards it. */
export function CellEditor({ label, text, onDone }: CellEditorProps) {
  const [before] = useState(text);
  const [draft, setDraft] = useState(text);
  const isDone = useRef(false);
  const end = (result: string | null) => {
    // A key that ends the input also takes the focus from it, before the input is gone.
    if (isDone.current) return;
    isDone.current = true;
    // The cell may have got another value meanwhile, which an untouched text must not take back.
    onDone(result === before ? null : result);
  };
  return (
    <input
      className={styles.editor}
      aria-label={label}
      value={draft}
      // biome-ignore lint/a11y/noAutofocus: the person asked to edit this cell
      autoFocus
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(draft)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(draft);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}
