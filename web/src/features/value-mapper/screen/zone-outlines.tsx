import { Layer, Source } from '@vis.gl/react-maplibre';
import { useStore } from '../../../lib/store.ts';
import { outlineColor } from '../../../map/overlays/area-outline.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';

/** Draws the outlines of zones on the map. The one that was chosen stands out. */
export function ZoneOutlines() {
  const { zones } = useWorkspace();
  const { outlines, highlighted } = useStore(zones);
  if (outlines === null) return null;
  const isChosen: ['==', ['id'], number] = ['==', ['id'], highlighted ?? -1];
  return (
    <Source id="zones" type="geojson" data={outlines} tolerance={0.2}>
      <Layer
        id="zones-fill"
        type="fill"
        filter={isChosen}
        paint={{ 'fill-color': outlineColor.usual, 'fill-opacity': 0.14 }}
      />
      <Layer
        id="zones-casing"
        type="line"
        layout={{ 'line-join': 'round' }}
        paint={{
          'line-color': outlineColor.casing,
          'line-width': ['case', isChosen, 6, 3.5],
          'line-opacity': 0.55,
        }}
      />
      <Layer
        id="zones-line"
        type="line"
        layout={{ 'line-join': 'round' }}
        paint={{
          'line-color': ['case', isChosen, outlineColor.usual, '#ffffff'],
          'line-width': ['case', isChosen, 3, 1.25],
        }}
      />
    </Source>
  );
}
