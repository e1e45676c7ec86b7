import { Check, type LucideIcon, Moon, Mountain, Satellite, Sun } from 'lucide-react';
import type { RefObject } from 'react';
import { Dialog, Label, Popover, Radio, RadioGroup } from 'react-aria-components';
import { useStore } from '../../lib/store.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Icon } from '../../ui/media/icon.tsx';
import { type BaseLayerName, baseLayerLabels } from '../base-layers.ts';
import { namesOverPictures } from '../names-over-pictures.ts';
import styles from './map-controls.module.css';

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
  beside: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The base maps to choose from. The code is loaded when the list is opened for the first time. */
export function BaseLayerChooser(props: BaseLayerChooserProps) {
  const { value, offered, onChange, beside, onClose } = props;
  const showsNames = useStore(namesOverPictures);
  return (
    <Popover
      isOpen
      triggerRef={beside}
      onOpenChange={onClose}
      placement="left top"
      className={styles.popover}
    >
      <Dialog className={styles.dialog} aria-label="Base map">
        <RadioGroup value={value} onChange={(name) => onChange(name as BaseLayerName)}>
          <Label className={styles.choicesLabel}>Base map</Label>
          {offered.map((name) => (
            <Radio key={name} value={name} className={styles.choice}>
              <Icon of={icons[name]} />
              <span className={styles.choiceName}>{baseLayerLabels[name]}</span>
              <span className={styles.check}>
                <Icon of={Check} size="sm" />
              </span>
            </Radio>
          ))}
        </RadioGroup>
        {value === 'satellite' && (
          <div className={styles.option}>
            <Checkbox isSelected={showsNames} onChange={namesOverPictures.switch}>
              Borders, waters and names
            </Checkbox>
          </div>
        )}
      </Dialog>
    </Popover>
  );
}
