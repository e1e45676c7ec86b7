import { limits } from '@refugia/contract/limits.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { perimeterMeters } from '@refugia/engine/geo/measures.ts';
import { useState } from 'react';
import type { Rectangle } from '../../../map/places.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { formatKilometers } from '../format.ts';
import type { Area } from '../state/patrol-state.ts';
import styles from '../views.module.css';
import { type RectangleTexts, readRectangle } from './rectangle-texts.ts';

interface CoordinatesFormProps {
  visibleBounds: () => Rectangle | null;
  onSubmit: (area: Area) => void;
}

/** Examples around Omaha, which is the map's centre at the start. */
const sides = [
  { side: 'north', label: 'North', example: '41.35' },
  { side: 'west', label: 'West', example: '-96.05' },
  { side: 'east', label: 'East', example: '-95.90' },
  { side: 'south', label: 'South', example: '41.20' },
] as const;

const empty: RectangleTexts = { north: '', west: '', east: '', south: '' };

/** A rectangle by its four sides in degrees, so that an area can be chosen without a pointer. */
export function CoordinatesForm({ visibleBounds, onSubmit }: CoordinatesFormProps) {
  const [texts, setTexts] = useState(empty);
  const [isJudged, setIsJudged] = useState(false);
  const { rectangle, errors } = readRectangle(texts);

  const fillFromView = () => {
    const bounds = visibleBounds();
    if (bounds === null) return;
    const [west, south, east, north] = bounds.map((degrees) => degrees.toFixed(4));
    setTexts({ west, south, east, north });
  };
  const submit = () => {
    setIsJudged(true);
    if (rectangle !== null) onSubmit(rectanglePolygon(rectangle));
  };

  return (
    <form
      className={styles.coordinates}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SideNote>
        In decimal degrees (WGS 84). Places in the Americas lie at a negative West and East.
      </SideNote>
      <div className={styles.compass}>
        {sides.map(({ side, label, example }) => (
          <div key={side} className={styles[side]}>
            <TextField
              label={label}
              value={texts[side]}
              placeholder={example}
              error={isJudged ? errors[side] : undefined}
              onChange={(text) => setTexts((current) => ({ ...current, [side]: text }))}
            />
          </div>
        ))}
      </div>
      {rectangle !== null && (
        <SideNote>
          Perimeter {formatKilometers(perimeterMeters(rectanglePolygon(rectangle)))} of at most{' '}
          {formatKilometers(limits.habitatPatrol.maxPerimeterMeters)}
        </SideNote>
      )}
      <div className={styles.buttons}>
        <TextButton onPress={fillFromView}>Use current view</TextButton>
        <PanelButton type="submit">Set area</PanelButton>
      </div>
    </form>
  );
}
