import { useNavigate } from 'react-router';
import { useStore } from '../../../lib/store.ts';
import { DeleteDialog } from '../../../ui/overlays/delete-button.tsx';
import { dashboardAddress, projectsKey } from '../calls/calls.ts';
import { ProcessCombinedModal } from '../combined/process-combined-modal.tsx';
import { MetadataModal } from '../layers/metadata-modal.tsx';
import { ProcessRasterModal, ProcessValuedModal } from '../processing/processing-modals.tsx';
import { deletionTitle, WhatGoes } from '../project/project-deletion.tsx';
import { ShareProjectModal } from '../project/share-project-modal.tsx';
import { ProjectReportModal } from '../report/project-report-modal.tsx';
import { UploadModal } from '../upload/upload-modal.tsx';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';

/** The dialog of the present task, if there is one. Where its code does not load, `onClose` is called. */
export function TaskModals({ onClose: end }: { onClose: () => void }) {
  const { tasks } = useWorkspace();
  const { begin } = tasks;
  const task = useStore(tasks);
  const { layers } = useProject();
  const entry =
    task !== null && 'layerId' in task
      ? layers.find(({ layer }) => layer.id === task.layerId)
      : undefined;
  switch (task?.kind) {
    case 'delete-project':
      return <DeleteThisProject onCancel={end} />;
    case 'share':
      return <ShareProjectModal onClose={end} />;
    case 'report':
      return <ProjectReportModal onClose={end} />;
    case 'upload':
      return (
        <UploadModal
          resumed={task.resumed}
          layerId={task.layerId ?? null}
          dropped={task.file}
          onClose={end}
          onUploaded={(layerIds) => begin(processing(layerIds))}
        />
      );
    case 'delete-layer':
      return entry && <DeleteLayer layerId={task.layerId} label={entry.layer.label} onEnd={end} />;
    case 'metadata':
      return (
        entry?.raster && (
          <MetadataModal
            raster={entry.raster}
            layer={entry.layer}
            onClose={end}
            onProcess={(choices) =>
              begin({ kind: 'process-raster', layerId: task.layerId, choices })
            }
          />
        )
      );
    case 'process-raster':
      return (
        entry?.raster && (
          <ProcessRasterModal
            key={task.layerId}
            layerId={task.layerId}
            rasterId={entry.raster.id}
            choices={task.choices}
            onClose={() => {
              const next = task.next ?? [];
              if (next.length > 0) begin(processing(next));
              else end();
            }}
          />
        )
      );
    case 'process-valued':
      return <ProcessValuedModal layerId={task.layerId} settings={task.settings} onClose={end} />;
    case 'process-combined':
      return <ProcessCombinedModal combination={task.combination} onClose={end} />;
    case 'combine':
    case 'valuation':
    case undefined:
      return null;
  }
}

/** Rasters of several uploads are shown one after another. */
function processing([layerId = 0, ...next]: readonly number[]) {
  return { kind: 'process-raster', layerId, next } as const;
}

function DeleteThisProject({ onCancel }: { onCancel: () => void }) {
  const { store } = useWorkspace();
  const { project } = useProject();
  const navigate = useNavigate();
  return (
    <DeleteDialog
      title={deletionTitle}
      act={() => store.deleteProject()}
      changes={[projectsKey]}
      onDone={() => navigate(dashboardAddress)}
      onCancel={onCancel}
    >
      <WhatGoes title={project?.title ?? ''} />
    </DeleteDialog>
  );
}

interface DeleteLayerProps {
  layerId: number;
  label: string;
  onEnd: () => void;
}

function DeleteLayer({ layerId, label, onEnd }: DeleteLayerProps) {
  const { store } = useWorkspace();
  return (
    <DeleteDialog
      title="Delete this data layer?"
      act={() => store.deleteLayer(layerId)}
      onDone={onEnd}
      onCancel={onEnd}
    >
      “{label}” goes for good, with its raster and its valuation.
    </DeleteDialog>
  );
}
