import type { CollaborativeMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { SpeciesPanel } from '../../../ui/species/species-panel.tsx';
import { Text } from '../../../ui/style/typography.tsx';

/** The species whose range was brought into the map. Nothing is shown for a map without one. */
export function MapSpecies({ map }: { map: CollaborativeMap }) {
  const { species, species_sci, species_desc, species_tax, species_img } = map;
  if (species === null && species_sci === null) return null;
  return (
    <PanelSection title="Species">
      <SpeciesPanel
        commonName={species ?? ''}
        scientificName={species_sci ?? ''}
        imageUrl={species_img}
        notes={species_tax === null ? [] : [species_tax]}
      />
      {species_desc !== null && (
        <Text number={2} tone="soft">
          {species_desc}
        </Text>
      )}
    </PanelSection>
  );
}
