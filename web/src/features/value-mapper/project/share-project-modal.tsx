import { sharedValues } from '@refugia/contract/value-mapper/calls.ts';
import { ViewLinks } from '../../../map/sharing/view-links.tsx';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Heading } from '../../../ui/style/typography.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';
import styles from './share-project-modal.module.css';

/** The links by which others see the open project, on its screen and in a GIS. */
export function ShareProjectModal({ onClose }: { onClose: () => void }) {
  const target = { type: 'project', id: useWorkspace().store.projectId } as const;
  const addressOf = (path: string, key: string) =>
    `${window.location.origin}${path}?key=${encodeURIComponent(key)}`;
  return (
    <Modal title="Share this project" onClose={onClose}>
      <div className={styles.parts}>
        <section aria-label="On the screen">
          <Heading level={3}>On the screen</Heading>
          <ViewLinks
            target={target}
            explanation="Anyone who has such a link sees the map with its legends, values and numbers, even without an account, and can change and download nothing."
            copiedSentence="Link copied. Anyone who has it can view this project."
          />
        </section>
        <section aria-label="In QGIS and other programs">
          <Heading level={3}>In QGIS and other programs</Heading>
          <ViewLinks
            target={target}
            kind="gis"
            explanation="Such an address shows the combined values, or else those of the uppermost layer, as XYZ tiles. With the same key, a GIS also reads the numbers themselves as a Cloud Optimized GeoTIFF."
            copiedSentence="XYZ address copied. In QGIS, add it to “XYZ Tiles”."
            beside={({ key }) => (
              <>
                <PanelButton
                  onPress={() =>
                    void copyText(addressOf(sharedValues.tileJson, key), 'TileJSON address copied.')
                  }
                >
                  Copy TileJSON
                </PanelButton>
                <PanelButton
                  onPress={() =>
                    void copyText(
                      addressOf(sharedValues.cog, key),
                      'GeoTIFF address copied. In QGIS, add a raster layer from HTTP(S).',
                    )
                  }
                >
                  Copy GeoTIFF
                </PanelButton>
              </>
            )}
          />
        </section>
      </div>
    </Modal>
  );
}
