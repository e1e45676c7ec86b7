import { projectReportPath } from '@refugia/contract/value-mapper/calls.ts';
import { boundsOf, rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import {
  GroundMap,
  type GroundPicture,
  LocatorMap,
  type LocatorPicture,
} from '../../../map/locator/locator-map.tsx';
import type { Rectangle } from '../../../map/places.ts';
import { ReportPdfModal } from '../../../map/report/report-pdf-modal.tsx';
import { valuedLayers } from '../state/combination.ts';
import type { MapLayer } from '../state/map-layer.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';

/** Asks what the report of the project says of itself, and downloads it. */
export function ProjectReportModal({ onClose }: { onClose: () => void }) {
  const { store, combined } = useWorkspace();
  const { stored, borrowed } = useStore(combined);
  const { project, layers } = useProject();
  const [locator, setLocator] = useState<LocatorPicture | null>(null);
  const [ground, setGround] = useState<GroundPicture | null>(null);
  const parts = stored?.combination.layers.map(({ data_layer }) => data_layer);
  const bounds = extentOf(
    parts
      ? [...layers, ...borrowed].filter(({ layer }) => parts.includes(layer.id))
      : valuedLayers(layers).slice(-1),
  );
  return (
    <ReportPdfModal
      path={projectReportPath(store.projectId)}
      title={project?.title ?? ''}
      locator={locator}
      ground={ground}
      onClose={onClose}
    >
      {bounds && (
        <LocatorMap
          label="Where the map lies"
          area={rectanglePolygon(bounds)}
          bounds={bounds}
          onComplete={setLocator}
        />
      )}
      {bounds && ground === null && <GroundMap bounds={bounds} onComplete={setGround} />}
    </ReportPdfModal>
  );
}

function extentOf(layers: readonly MapLayer[]): Rectangle | null {
  const corners = layers.flatMap(({ raster }) => {
    const box = raster?.bounding_box;
    return box ? [box.slice(0, 2), box.slice(2)] : [];
  });
  return corners.length > 0 ? boundsOf(corners) : null;
}
