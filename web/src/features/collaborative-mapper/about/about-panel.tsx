import { isOwner } from '../calls/map-access.ts';
import type { AboutProps } from './about-props.ts';
import { MapFacts } from './map-facts.tsx';
import { MapSettings } from './map-settings.tsx';
import { MapSpecies } from './map-species.tsx';

/** What a map is about and, for its owner, its settings. */
export function AboutPanel(props: AboutProps) {
  return (
    <>
      {isOwner(props.map) ? <MapSettings {...props} /> : <MapFacts {...props} />}
      <MapSpecies map={props.map} />
    </>
  );
}
