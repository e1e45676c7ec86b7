import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { MapView } from '../../../map/canvas/map-view.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Sample, Samples } from '../sample.tsx';
import styles from './map-section.module.css';

const offeredBaseLayers: readonly BaseLayerName[] = ['satellite', 'outdoors', 'light', 'dark'];
const omaha = { longitude: -95.9345, latitude: 41.256, zoom: 5 };

/** The map engine is large, so it loads when it is asked for. */
export function MapSection() {
  const [isShown, setIsShown] = useState(false);
  const [baseLayer, setBaseLayer] = useState<BaseLayerName>('light');
  return (
    <Samples>
      <Sample title="The one map" wide>
        <div className={styles.map}>
          {isShown ? (
            <MapView
              label="Sample map"
              initialView={omaha}
              baseLayer={baseLayer}
              offeredBaseLayers={offeredBaseLayers}
              onBaseLayerChange={setBaseLayer}
            />
          ) : (
            <EmptyState
              icon={MapIcon}
              headingLevel={3}
              title="The map is loaded when it is needed"
              actions={<Button onPress={() => setIsShown(true)}>Show the map</Button>}
            />
          )}
        </div>
      </Sample>
    </Samples>
  );
}
