import type { UploadReply } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isAbort, RequestRefusedError } from '../../../lib/api-errors.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { FileUpload } from '../../../ui/files/file-upload.tsx';
import { ImportReport } from '../../../ui/files/import-report.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import type { ImportedLayer } from '../calls/layers.ts';
import { listKey } from '../calls/map-lists.ts';
import { featuresText } from '../state/features.ts';
import { useOpenMap } from '../workspace/open-map.ts';

interface UploadModalProps {
  type: 'vector' | 'raster';
  initialFile: File | null;
  onClose: () => void;
  onImported: (reply: UploadReply) => void;
}

const kinds = {
  vector: {
    title: 'Upload a vector layer',
    label: 'Vector file',
    maxBytes: limits.upload.vectorMaxBytes,
    text: 'GeoJSON (.json or .geojson), KML, KMZ, or a zip with a Shapefile (.shp, .dbf, .shx, .prj). It becomes a layer of the map at once.',
    failure: messages.habitatPatrol.vectorFileUnprocessable,
  },
  raster: {
    title: 'Upload a raster layer',
    label: 'TIFF file',
    maxBytes: limits.collaborativeMapper.rasterMaxBytes,
    text: 'A TIFF, such as a drone picture or a scanned map. One that does not say where it lies can be placed by hand.',
    failure: messages.collaborativeMapper.imageUploadFailed,
  },
} as const;

/** Uploads a file as a layer of the map, and says which parts of the file were left out. */
export function UploadModal({ type, initialFile, onClose, onImported }: UploadModalProps) {
  const { call, map } = useOpenMap();
  const queries = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const [imported, setImported] = useState<ImportedLayer | null>(null);
  const arrived = useRef<UploadReply | null>(null);
  const { title, label, maxBytes, text, failure } = kinds[type];

  async function upload(
    form: FormData,
    task: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<void> {
    setFault(null);
    try {
      const body = new FormData();
      // The server reads the map's id before the file arrives.
      body.append('id', String(map.id));
      for (const [name, value] of form) body.append(name, value);
      arrived.current = await call('/api/rrm/upload', { method: 'POST', body, ...task });
    } catch (error) {
      if (!isAbort(error))
        setFault(error instanceof RequestRefusedError ? error.withReason() : failure);
      throw error;
    }
  }

  function finish(): void {
    const reply = arrived.current;
    if (reply === null) return;
    showToast('success', `${messages.collaborativeMapper.fileUploaded} ${delayNote}`);
    const queryKey = listKey(map.id, 'layer' in reply ? 'layers' : 'rasters');
    void queries.invalidateQueries({ queryKey });
    onImported(reply);
    if ('layer' in reply && reply.skipped.length + reply.notes.length > 0) setImported(reply);
    else onClose();
  }

  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={imported !== null && <Button onPress={onClose}>Done</Button>}
    >
      {imported === null ? (
        <>
          <SideNote number={2}>{text}</SideNote>
          <FileUpload
            label={label}
            type={type}
            maxBytes={maxBytes}
            initialFile={initialFile}
            canCancel
            fault={fault}
            onUpload={upload}
            onContinue={finish}
          />
        </>
      ) : (
        <>
          <Notice type="success" isAnnounced>
            {`“${imported.layer.dataset}” is on the map: ${featuresText(imported.layer.feature_count)}.`}
          </Notice>
          <ImportReport skipped={imported.skipped} notes={imported.notes} target="the layer" />
        </>
      )}
    </Modal>
  );
}

/** Large files appear with a delay. */
const delayNote = 'It may take a moment until the map shows it.';
