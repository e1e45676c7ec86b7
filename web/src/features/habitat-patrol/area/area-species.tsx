import { SpeciesPanel } from '../../../ui/species/species-panel.tsx';
import type { AreaOrigin } from '../state/patrol-state.ts';

interface AreaSpeciesProps {
  origin: Extract<AreaOrigin, { kind: 'species' }>;
}

/** Shows the species of the area, with its scientific name only until the rest has loaded. */
export function AreaSpecies({ origin: { pick, info, notes } }: AreaSpeciesProps) {
  return (
    <SpeciesPanel
      commonName={info?.commonName ?? ''}
      scientificName={info?.scientificName ?? pick.scientificName}
      imageUrl={info?.imageUrl ?? null}
      notes={notes}
    />
  );
}
