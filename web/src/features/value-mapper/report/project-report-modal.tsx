import { projectReportPath } from '@refugia/contract/value-mapper/calls.ts';
import { useCallback, useState } from 'react';
import { LocatorMap, type LocatorPicture } from '../../../map/locator/locator-map.tsx';
import { ReportPdfModal } from '../../../map/report/report-pdf-modal.tsx';
import type { Box } from '../state/map-view.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';

/** Asks what the report of the project says of itself, and downloads it. */
export function ProjectReportModal({ onClose }: { onClose: () => void }) {
  const { store } = useWorkspace();
  const { project, layers } = useProject();
  const [locator, setLocator] = useState<LocatorPicture | null>(null);
  const onComplete = useCallback((picture: LocatorPicture | null) => setLocator(picture), []);
  const bounds = layers.find(({ raster }) => raster?.bounding_box)?.raster?.bounding_box;
  return (
    <ReportPdfModal
      path={projectReportPath(store.projectId)}
      title={project?.title ?? ''}
      locator={locator}
      onClose={onClose}
    >
      {bounds && (
        <LocatorMap
          label="Where the map lies"
          area={outlineOf(bounds)}
          bounds={bounds}
          onComplete={onComplete}
        />
      )}
    </ReportPdfModal>
  );
}

function outlineOf([west, south, east, north]: Box) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon' as const, coordinates: [ring] };
}
