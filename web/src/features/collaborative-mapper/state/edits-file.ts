import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import type { PendingEdit } from './map-state.ts';

/** The features after these edits, as GeoJSON. A deleted feature has no geometry. */
export function editsAsGeoJson(edits: readonly PendingEdit[]): FeatureCollection<Geometry | null> {
  const features = edits.flatMap(({ changes, note, madeAt }) =>
    changes.map(
      ({ featureId, before, after }): Feature<Geometry | null> => ({
        type: 'Feature',
        id: featureId,
        geometry: after?.geometry ?? null,
        properties: {
          ...(after ?? before)?.properties,
          edit: after === null ? 'delete' : before === null ? 'create' : 'edit',
          edited_at: madeAt,
          ...(note !== '' && { note }),
        },
      }),
    ),
  );
  return { type: 'FeatureCollection', features };
}

export function downloadEdits(edits: readonly PendingEdit[]): void {
  const text = JSON.stringify(editsAsGeoJson(edits), null, 2);
  saveAsFile('unsent-changes.geojson', new Blob([text], { type: 'application/geo+json' }));
}
