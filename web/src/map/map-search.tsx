import type { Place } from '@refugia/contract/basemap.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import {
  Button as AriaButton,
  Popover as AriaPopover,
  ComboBox,
  Input,
  ListBox,
} from 'react-aria-components';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import listStyles from '../ui/list-box.module.css';
import { type Option, OptionRow } from '../ui/list-box.tsx';
import { usePageKeptReadable } from '../ui/use-page-kept-readable.ts';
import { formatCoordinates, parseCoordinates } from './coordinates.ts';
import type { LngLat } from './drawing/rectangle-tool.ts';
import styles from './map-search.module.css';
import { usePlaceSearch } from './use-place-search.ts';

/** Somewhere to fly to. */
export interface Destination {
  readonly position: LngLat;
  readonly zoom: number;
}

interface MapSearchProps {
  onGo: (destination: Destination) => void;
  onClose: () => void;
}

interface Finding {
  option: Option;
  destination: Destination;
}

/** Finds a place by its name or its coordinates. Loaded when it is opened for the first time. */
export function MapSearch({ onGo, onClose }: MapSearchProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState('');
  const { place, onOpenChange } = usePageKeptReadable();
  const position = parseCoordinates(text);
  const { places, state } = usePlaceSearch(position === null ? text.trim() : '');
  const findings = position === null ? places.map(findingOf) : [findingAt(position)];

  const go = ({ option, destination }: Finding) => {
    setText(option.label);
    setChosen(option.label);
    onGo(destination);
  };
  return (
    <search className={styles.search}>
      <ComboBox
        ref={place}
        aria-label="Place or coordinates"
        onOpenChange={onOpenChange}
        items={findings.map(({ option }) => option)}
        inputValue={text}
        onInputChange={setText}
        value={null}
        onChange={(id) => {
          const finding = findings.find(({ option }) => option.id === id);
          if (finding) go(finding);
        }}
        menuTrigger="input"
        allowsEmptyCollection
        allowsCustomValue
        className={styles.combo!}
      >
        <Input
          className={fieldStyles.input!}
          placeholder="Place, or 41.2, -95.9"
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text === '') onClose();
            const hasChoice = event.currentTarget.getAttribute('aria-activedescendant') !== null;
            // Enter goes to the best match, so that it need not be selected in the list first.
            if (event.key === 'Enter' && !hasChoice && findings[0]) go(findings[0]);
          }}
        />
        {/* What has been chosen is no question any more, although it stands in the field. */}
        {text !== chosen && (
          <AriaPopover className={listStyles.popover!} offset={8} placement="bottom start">
            <ListBox
              className={listStyles.list!}
              renderEmptyState={() => (
                <div className={listStyles.empty} role="status">
                  {emptyText(state, text)}
                </div>
              )}
            >
              {(option: Option) => <OptionRow option={option} />}
            </ListBox>
          </AriaPopover>
        )}
      </ComboBox>
      <AriaButton className={styles.close!} aria-label="Close the search" onPress={onClose}>
        <Icon of={X} size="sm" />
      </AriaButton>
    </search>
  );
}

function emptyText(state: ReturnType<typeof usePlaceSearch>['state'], text: string): string {
  switch (state) {
    case 'idle':
    case 'searching':
      return 'Searching …';
    case 'failed':
      return 'The search does not answer. Please try again.';
    case 'done':
      return `No place in the United States begins with “${text.trim()}”.`;
  }
}

function findingAt(position: LngLat): Finding {
  const label = formatCoordinates(position);
  return {
    option: { id: 'position', label, description: 'Go to these coordinates' },
    destination: { position, zoom: 12 },
  };
}

function findingOf(place: Place): Finding {
  const { kind, name, region, longitude, latitude } = place;
  const isCounty = kind === 'county';
  return {
    option: {
      id: `${kind}/${longitude}/${latitude}`,
      label: [isCounty ? `${name} County` : name, region].filter((part) => part).join(', '),
      ...(kind === 'state' && { description: 'State' }),
    },
    destination: { position: [longitude, latitude], zoom: zoomFor(place) },
  };
}

function zoomFor({ kind, population }: Place): number {
  switch (kind) {
    case 'state':
      return 6;
    case 'county':
      return 9;
    case 'town':
      return (population ?? 0) > 300_000 ? 10 : 12;
  }
}
