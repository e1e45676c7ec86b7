import { useStore } from '../../lib/store.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { SmallHeading } from '../../ui/style/typography.tsx';
import { letterKeys, useShownShortcuts } from './shortcuts.ts';
import styles from './shortcuts-help.module.css';

/** The list of all keys that work on this screen at this moment. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const groups = useShownShortcuts();
  const areLettersOn = useStore(letterKeys);
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} size="wide">
      <div className={styles.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} className={styles.group}>
            <SmallHeading level={3}>{title}</SmallHeading>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={keys} className={styles.shortcut}>
                  <dt>
                    <kbd>{keys}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox isSelected={areLettersOn} onChange={letterKeys.switch}>
        Keys of one letter work
      </Checkbox>
    </Modal>
  );
}
