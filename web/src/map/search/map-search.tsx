import type { Place } from '@refugia/contract/basemap.ts';
import type { Species } from '@refugia/contract/species.ts';
import { X } from 'lucide-react';
import { useState } from 'react';
import {
  Button as AriaButton,
  Popover as AriaPopover,
  ComboBox,
  Input,
  ListBox,
} from 'react-aria-components';
import fieldStyles from '../../ui/forms/field.module.css';
import listStyles from '../../ui/forms/list-box.module.css';
import { type Option, OptionRow } from '../../ui/forms/list-box.tsx';
import { usePageKeptReadable } from '../../ui/layout/use-page-kept-readable.ts';
import { Icon } from '../../ui/media/icon.tsx';
import type { LngLat, Rectangle } from '../places.ts';
import { formatCoordinates, parseCoordinates } from './coordinates.ts';
import styles from './map-search.module.css';
import { placeId } from './place-search.ts';
import {
  type EnterOutcome,
  placeSources,
  useEnter,
  usePlaceSearch,
  useSpeciesFindings,
} from './use-place-search.ts';

export interface Destination {
  readonly position: LngLat;
  readonly zoom: number;
  /** Bounds to show whole, instead of the position at the zoom. */
  readonly bounds?: Rectangle | undefined;
  /** The place's name, and the name of its border at the server. */
  readonly border?: { readonly id: string; readonly placeName: string } | undefined;
}

interface MapSearchProps {
  onGo: (destination: Destination) => void;
  /** If given, species are found, too, and this is called with the scientific name of one. */
  onSpecies?: ((scientificName: string) => void) | undefined;
  onClose: () => void;
}

interface Finding {
  option: Option;
  /** A destination, or the scientific name of a species. */
  to: Destination | string;
}

/** Finds a place by its name, ZIP code or coordinates, and a species by its name. */
export function MapSearch({ onGo, onSpecies, onClose }: MapSearchProps) {
  const [text, setText] = useState('');
  const { place, onOpenChange } = usePageKeptReadable();
  const position = parseCoordinates(text);
  const query = position === null ? text.trim() : '';
  const { answer, state } = usePlaceSearch(query);
  const species = useSpeciesFindings(query, onSpecies !== undefined).map(findingOfSpecies);
  const places = (answer?.places ?? []).map(findingOf);
  const findings = position === null ? [...places, ...species] : [findingAt(position)];
  const go = ({ to }: Finding) => {
    if (typeof to === 'string') onSpecies?.(to);
    else onGo(to);
    onClose();
  };
  const isSpeciesAlone = answer?.query === query && places.length === 0;
  const enter = useEnter(query, answer, (place) => go(findingOf(place)));
  return (
    <search className={styles.search}>
      <ComboBox
        ref={place}
        aria-label={onSpecies ? 'Place, species or coordinates' : 'Place or coordinates'}
        onOpenChange={onOpenChange}
        items={findings.map(({ option }) => option)}
        inputValue={text}
        onInputChange={(next) => {
          enter.giveUp();
          setText(next);
        }}
        value={null}
        onChange={(id) => {
          const finding = findings.find(({ option }) => option.id === id);
          if (finding) go(finding);
        }}
        menuTrigger="input"
        allowsEmptyCollection
        allowsCustomValue
        className={styles.combo}
      >
        <Input
          className={fieldStyles.input}
          placeholder={onSpecies ? 'Place, species, or 41.2, -95.9' : 'Place, or 41.2, -95.9'}
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text === '') onClose();
            const hasChoice = event.currentTarget.getAttribute('aria-activedescendant') !== null;
            // Enter goes to the best match, so that it need not be selected in the list first.
            if (event.key !== 'Enter' || hasChoice) return;
            if (position !== null) go(findingAt(position));
            else if (isSpeciesAlone && species[0]) go(species[0]);
            else void enter.press();
          }}
        />
        {text !== '' && (
          <AriaPopover className={listStyles.popover} offset={8} placement="bottom start">
            <ListBox
              className={listStyles.list}
              renderEmptyState={() => (
                <div className={listStyles.empty} role="status">
                  {emptyText(enter.outcome ?? state, query)}
                </div>
              )}
            >
              {(option: Option) => <OptionRow option={option} />}
            </ListBox>
          </AriaPopover>
        )}
      </ComboBox>
      <AriaButton className={styles.close} aria-label="Close the search" onPress={onClose}>
        <Icon of={X} size="sm" />
      </AriaButton>
    </search>
  );
}

type SearchState = ReturnType<typeof usePlaceSearch>['state'];

function emptyText(state: SearchState | EnterOutcome, query: string): string {
  switch (state) {
    case 'idle':
    case 'searching':
      return 'Searching …';
    case 'failed':
      return 'The search does not answer. Please try again.';
    case 'nothing':
      return nothingFound(query);
    case 'done':
      if (placeSources.geocoder === null) {
        return `No place in the United States begins with “${query}”.`;
      }
      return placeSources.isAskedAsTyped
        ? nothingFound(query)
        : `No state, county or town begins with “${query}”. Enter searches forests, lakes and parks.`;
  }
}

function nothingFound(query: string): string {
  return `No place in the United States was found for “${query}”.`;
}

function findingAt(position: LngLat): Finding {
  const label = formatCoordinates(position);
  return {
    option: { id: 'position', label, description: 'Go to these coordinates' },
    to: { position, zoom: 12 },
  };
}

function findingOfSpecies({ common_name, scientific_name }: Species): Finding {
  return {
    option: {
      id: `species/${scientific_name}`,
      label: common_name,
      description: `Range of ${scientific_name}`,
    },
    to: scientific_name,
  };
}

function findingOf(place: Place): Finding {
  const { kind, name, region, longitude, latitude, bounds, border } = place;
  const description = kind === 'state' ? 'State' : place.description;
  return {
    option: {
      id: placeId(place),
      label: [name, region].filter((part) => part).join(', '),
      ...(description !== null && { description }),
    },
    to: {
      position: [longitude, latitude],
      zoom: zoomFor(place),
      bounds: bounds ?? undefined,
      border: border === null ? undefined : { id: border, placeName: name },
    },
  };
}

function zoomFor({ kind, population }: Place): number {
  if (kind === 'state') return 6;
  if (kind === 'county') return 9;
  return kind === 'town' && (population ?? 0) > 300_000 ? 10 : 12;
}
