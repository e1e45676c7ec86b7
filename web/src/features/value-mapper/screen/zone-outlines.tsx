import type { MultiPolygon, Polygon } from 'geojson';
import { useMemo } from 'react';
import { useStore } from '../../../lib/store.ts';
import { worldOutline } from '../../../map/overlays/outline-canvas.ts';
import { OutlinesAbove } from '../../../map/overlays/outlines-above.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';
import type { UnitsOnMap, ZonesState } from '../workspace/zones-store.ts';

/**
 * Draws the outlines of zones on the map. The one that was chosen stands out. While the best places are shown, they stand out
 * among their units.
 */
export function ZoneOutlines() {
  const { zones } = useWorkspace();
  const { outlines: collection, highlighted, units } = useStore(zones);
  const features = units?.features ?? collection?.features;
  const outlines = useMemo(
    () => features?.map(({ geometry }) => worldOutline(geometry as Polygon | MultiPolygon)),
    [features],
  );
  const marks = units?.marks;
  const drawn = useMemo(() => {
    const isChosen = ({ id, properties }: Shown) => {
      const mark = marks?.get(id);
      if (mark !== undefined) return mark === 'in';
      return 'chosen' in properties ? properties.chosen : id === highlighted;
    };
    const chosen = (features ?? []).flatMap((feature, place) =>
      isChosen(feature) ? (outlines?.[place] ?? []) : [],
    );
    return { outlines: outlines ?? [], chosen: chosen.length > 0 ? chosen : null, corners: [] };
  }, [features, outlines, highlighted, marks]);
  return outlines === undefined ? null : <OutlinesAbove drawn={drawn} />;
}

type Shown =
  | NonNullable<ZonesState['outlines']>['features'][number]
  | UnitsOnMap['features'][number];
