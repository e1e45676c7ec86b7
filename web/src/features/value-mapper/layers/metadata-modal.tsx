import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import type { StepChoices } from '../calls/rasters.ts';
import { metadataRows } from '../state/metadata-rows.ts';
import { Interpretation } from './interpretation.tsx';
import styles from './metadata-modal.module.css';

interface MetadataModalProps {
  raster: ValueRaster;
  /** The layer's label. */
  label: string;
  onClose: () => void;
  /** Called when the raster is to be processed again with other choices. */
  onProcess: (choices: StepChoices) => void;
}

/** Shows everything that is known about a layer's raster. */
export function MetadataModal({ raster, label, onClose, onProcess }: MetadataModalProps) {
  return (
    <Modal title={`Metadata of ${label}`} isOpen onClose={onClose} size="wide">
      <div className={styles.content}>
        {raster.notes.map((note) => (
          <Notice key={note}>{note}</Notice>
        ))}
        <dl className={styles.rows}>
          {metadataRows(raster).map(({ name, text }) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <Interpretation raster={raster} onProcess={onProcess} />
      </div>
    </Modal>
  );
}
