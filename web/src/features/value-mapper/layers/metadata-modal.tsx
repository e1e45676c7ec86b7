import { limits } from '@refugia/contract/limits.ts';
import { type RasterKind, rasterKinds } from '@refugia/contract/value-mapper/calls.ts';
import type { DataLayer } from '@refugia/contract/value-mapper/projects.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import type { StepChoices } from '../calls/raster-calls.ts';
import { metadataRows } from '../state/metadata-rows.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import styles from './metadata-modal.module.css';

interface MetadataModalProps {
  raster: ValueRaster;
  layer: DataLayer;
  onClose: () => void;
  onProcess: (choices: StepChoices) => void;
}

/** Shows everything that is known about a layer's raster. */
export function MetadataModal({ raster, layer, onClose, onProcess }: MetadataModalProps) {
  const { store } = useWorkspace();
  return (
    <Modal title={`Metadata of ${layer.label}`} onClose={onClose} size="wide">
      <div className={styles.content}>
        {raster.notes.map((note) => (
          <Notice key={note}>{note}</Notice>
        ))}
        {raster.kind === 'continuous' && (
          <EditableText
            label="Unit of the numbers"
            value={layer.unit}
            maxLength={limits.valueMapper.unitMaxLength}
            emptyText="Not known"
            onSave={(unit) => store.rename(layer.id, { unit })}
          />
        )}
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

const kindNames: Readonly<Record<RasterKind, string>> = {
  continuous: 'A measure, such as elevation',
  categorical: 'Classes, such as land cover',
  rgb: 'Colors of a picture',
};

/** The kinds of reading that a raster allows. A picture's colours are three bands of 8 bits. */
function kindsOf({ num_of_bands, data_type, kind }: ValueRaster): readonly RasterKind[] {
  const mayBePicture = (num_of_bands ?? 0) >= 3 && data_type === 'Byte';
  return rasterKinds.filter((each) => each !== 'rgb' || mayBePicture || kind === 'rgb');
}

/** Reads a raster's numbers anew: from another band, or as classes instead of a measure. */
function Interpretation({
  raster,
  onProcess,
}: {
  raster: ValueRaster;
  onProcess: (choices: StepChoices) => void;
}) {
  const [kind, setKind] = useState(raster.kind);
  const [band, setBand] = useState(raster.band);
  const bands = Array.from({ length: raster.num_of_bands ?? 1 }, (_, index) => String(index + 1));
  const isSame = kind === raster.kind && band === raster.band;
  return (
    <Collapsible title="Read the numbers differently">
      <div className={styles.choices}>
        <Select
          label="What the numbers are"
          options={kindsOf(raster).map((id) => ({ id, label: kindNames[id] }))}
          value={kind}
          onChange={setKind}
        />
        <Select
          label="Band"
          options={bands.map((id) => ({ id, label: id }))}
          value={String(band)}
          onChange={(id) => setBand(Number(id))}
        />
      </div>
      <SideNote>
        The raster is processed again. A valuation of it no longer fits and is removed.
      </SideNote>
      <PanelButton isDisabled={isSame} onPress={() => onProcess({ kind, band })}>
        Process again
      </PanelButton>
    </Collapsible>
  );
}
