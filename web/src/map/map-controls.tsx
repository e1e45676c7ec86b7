import { useMap } from '@vis.gl/react-maplibre';
import {
  Check,
  Layers,
  type LucideIcon,
  Minus,
  Moon,
  Mountain,
  Plus,
  Satellite,
  SquareDashed,
  Sun,
  Trash2,
} from 'lucide-react';
import { Dialog, DialogTrigger, Label, Popover, Radio, RadioGroup } from 'react-aria-components';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { type BaseLayerName, baseLayers } from './base-layers.ts';
import { MapButton } from './map-button.tsx';
import type { MapCanvasProps } from './map-canvas.tsx';
import styles from './map-controls.module.css';

interface MapControlsProps
  extends Pick<
    MapCanvasProps,
    'baseLayer' | 'offeredBaseLayers' | 'onBaseLayerChange' | 'drawing'
  > {
  className: string;
}

/** The buttons at the map's upper right. */
export function MapControls({
  baseLayer,
  offeredBaseLayers,
  onBaseLayerChange,
  drawing,
  className,
}: MapControlsProps) {
  const { current: map } = useMap();
  return (
    <section className={classNames(styles.controls, className)} aria-label="Map controls">
      <div className={styles.group}>
        <MapButton icon={Plus} label="Zoom in" onPress={() => map?.zoomIn()} />
        <MapButton icon={Minus} label="Zoom out" onPress={() => map?.zoomOut()} />
      </div>
      {drawing && (
        <div className={styles.group}>
          <MapButton
            icon={SquareDashed}
            label="Draw a rectangle"
            isPressed={drawing.isActive}
            isDisabled={drawing.isDisabled}
            onPress={() => drawing.onActiveChange(!drawing.isActive)}
          />
          <MapButton
            icon={Trash2}
            label="Delete the area"
            isDisabled={drawing.isDisabled || !drawing.hasArea}
            onPress={drawing.onDelete}
          />
        </div>
      )}
      <div className={styles.group}>
        <DialogTrigger>
          <MapButton icon={Layers} label="Base map" />
          <Popover placement="left top" className={styles.popover!}>
            <Dialog className={styles.dialog!} aria-label="Base map">
              <BaseLayerChooser
                value={baseLayer}
                offered={offeredBaseLayers}
                onChange={onBaseLayerChange}
              />
            </Dialog>
          </Popover>
        </DialogTrigger>
      </div>
      {drawing?.isActive && (
        <p className={styles.hint} role="status">
          Drag from corner to corner, or click two corners. Escape stops.
        </p>
      )}
    </section>
  );
}

const icons: Record<BaseLayerName, LucideIcon> = {
  satellite: Satellite,
  outdoors: Mountain,
  light: Sun,
  dark: Moon,
};

interface BaseLayerChooserProps {
  value: BaseLayerName;
  offered: readonly BaseLayerName[];
  onChange: (name: BaseLayerName) => void;
}

function BaseLayerChooser({ value, offered, onChange }: BaseLayerChooserProps) {
  return (
    <RadioGroup
      className={styles.choices!}
      value={value}
      onChange={(name) => onChange(name as BaseLayerName)}
    >
      <Label className={styles.choicesLabel!}>Base map</Label>
      {offered.map((name) => (
        <Radio key={name} value={name} className={styles.choice!}>
          <Icon of={icons[name]} />
          <span className={styles.choiceName}>{baseLayers[name].label}</span>
          <span className={styles.check}>
            <Icon of={Check} size="sm" />
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
