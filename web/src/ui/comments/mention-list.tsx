import { VisuallyHidden } from 'react-aria-components';
import styles from './mention-list.module.css';
import type { Mentions } from './use-mentions.ts';

/** The people who are suggested after an @. The list is below the text. */
export function MentionList({ mentions }: { mentions: Mentions }) {
  const { listId, suggested, current, take } = mentions;
  const count = suggested.length === 1 ? '1 person' : `${suggested.length} people`;
  return (
    <>
      <VisuallyHidden role="status">
        {suggested.length > 0 && `${count} to mention. Arrow keys choose, Enter takes.`}
      </VisuallyHidden>
      {suggested.length > 0 && (
        <div role="listbox" id={listId} aria-label="People to mention" className={styles.list}>
          {suggested.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the text keeps the focus and listens to the keys
            <div
              key={name}
              role="option"
              id={`${listId}-${index}`}
              aria-selected={index === current}
              className={styles.option}
              // The text keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              @{name}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
