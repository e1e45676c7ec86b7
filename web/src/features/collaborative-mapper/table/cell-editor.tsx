import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { useRef, useState } from 'react';
import styles from './table.module.css';

interface CellEditorProps {
  label: string;
  feature: MapFeature;
  text: string;
  /**
   * Called with the feature whose cell was opened, and with the text that the person wrote, or null
   * to leave the cell unchanged.
   */
  onDone: (feature: MapFeature, text: string | null) => void;
}

/** The input of a cell. Enter or leaving the cell saves the new text, and Escape discards it. */
export function CellEditor({ label, feature, text, onDone }: CellEditorProps) {
  // The rows may be sorted anew meanwhile, so that another feature comes to stand here.
  const [opened] = useState({ feature, text });
  const [draft, setDraft] = useState(text);
  const isDone = useRef(false);
  const end = (result: string | null) => {
    // A key that ends the input also takes the focus from it, before the input is gone.
    if (isDone.current) return;
    isDone.current = true;
    // The cell may have got another value meanwhile, which an untouched text must not take back.
    onDone(opened.feature, result === opened.text ? null : result);
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
