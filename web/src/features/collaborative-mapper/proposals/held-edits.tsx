import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { downloadEdits } from '../state/edits-file.ts';
import type { HeldEdit } from '../state/map-state.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import styles from './proposals.module.css';
import type { Review } from './use-review.ts';

/** Edits that the server refused, each with the ways to go on. */
export function HeldEdits({ held, review }: { held: readonly HeldEdit[]; review: Review }) {
  const { client } = useOpenMap();
  return held.map(({ edit, reason, conflicts }) => (
    <div key={edit.id} className={styles.draft}>
      <Notice type="warning" isAnnounced>
        One of your changes was not accepted. {reason}
      </Notice>
      <div className={styles.actions}>
        <Button kind="text" size="sm" onPress={() => downloadEdits([edit])}>
          Keep as a file
        </Button>
        <Button kind="secondary" size="sm" onPress={() => void client.discard(edit.id)}>
          Discard
        </Button>
        {conflicts.length === 0 ? (
          <Button size="sm" onPress={() => void client.retry(edit.id)}>
            Try again
          </Button>
        ) : (
          <Button
            size="sm"
            onPress={() =>
              review.setConflict({
                conflicts,
                settle: async (resolutions) => {
                  review.setConflict(null);
                  await client.resolve(edit.id, resolutions);
                },
              })
            }
          >
            Resolve
          </Button>
        )}
      </div>
    </div>
  ));
}
