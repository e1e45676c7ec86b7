import {
  Bug,
  Check,
  CircleAlert,
  CircleCheck,
  Compass,
  Download,
  Info,
  Layers,
  Map as MapIcon,
  Pencil,
  Radar,
  Search,
  Settings,
  Trash2,
  TriangleAlert,
  UploadCloud,
  User,
  X,
} from 'lucide-react';
import { useState } from 'react';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { MapView } from '../../../map/canvas/map-view.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { type GuideSection, Sample, Samples } from '../sample.tsx';
import styles from './sections.module.css';

function AvatarSection() {
  return (
    <Samples>
      <Sample title="Sizes md, lg" note="Initials until there is a photo." isRow>
        <Avatar name="field_notes" photo={null} />
        <Avatar name="field_notes" photo={null} size="lg" />
      </Sample>
      <Sample title="With a photo" isRow>
        <Avatar name="field_notes" photo="/favicon.svg" />
        <Avatar name="field_notes" photo="/favicon.svg" size="lg" />
      </Sample>
    </Samples>
  );
}

const icons = [
  Bug,
  Check,
  CircleAlert,
  CircleCheck,
  Compass,
  Download,
  Info,
  Layers,
  MapIcon,
  Pencil,
  Radar,
  Search,
  Settings,
  Trash2,
  TriangleAlert,
  UploadCloud,
  User,
  X,
];

function IconSection() {
  return (
    <Samples>
      {(['sm', 'md', 'lg'] as const).map((size) => (
        <Sample key={size} title={`Size ${size}`} isRow>
          {icons.map((icon) => (
            <Icon key={icon.displayName} of={icon} size={size} />
          ))}
        </Sample>
      ))}
    </Samples>
  );
}

const offeredBaseLayers: readonly BaseLayerName[] = ['satellite', 'outdoors', 'light', 'dark'];
const omaha = { longitude: -95.9345, latitude: 41.256, zoom: 5 };

/** The map engine is large, so it loads when it is asked for. */
function MapSection() {
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

export const mediaSections: readonly GuideSection[] = [
  { id: 'avatar', title: 'Avatar', Component: AvatarSection },
  { id: 'icons', title: 'Icons', Component: IconSection },
  { id: 'map', title: 'Map', Component: MapSection },
];
