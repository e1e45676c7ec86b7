import type { MultiPolygon, Polygon } from 'geojson';
import { useMemo } from 'react';
import { useStore } from '../../../lib/store.ts';
import { worldOutline } from '../../../map/overlays/outline-canvas.ts';
import { OutlinesAbove } from '../../../map/overlays/outlines-above.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';

/** Draws the outlines of zones on the map. The one that was chosen stands out. */
export function ZoneOutlines() {
  const { zones } = useWorkspace();
  const { outlines: collection, highlighted } = useStore(zones);
  const outlines = useMemo(
    () =>
      collection?.features.map(({ geometry }) => worldOutline(geometry as Polygon | MultiPolygon)),
    [collection],
  );
  const drawn = useMemo(() => {
    const place = collection?.features.findIndex(({ id }) => id === highlighted) ?? -1;
    return { outlines: outlines ?? [], chosen: outlines?.[place] ?? null, corners: [] };
  }, [collection, outlines, highlighted]);
  return outlines === undefined ? null : <OutlinesAbove drawn={drawn} />;
}
