import type { ValueAreas } from '@refugia/contract/value-mapper/rasters.ts';
import { useStore } from '../../../lib/store.ts';
import { latePart } from '../../../ui/states/late-part.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { valuedLayers } from '../state/combination.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import type { Subject } from './value-numbers.tsx';

const ValueNumbers = latePart(async () => (await import('./value-numbers.tsx')).ValueNumbers);

/** How much ground has a value at or above a threshold: of the combined value, or of one layer. */
export function NumbersSection() {
  const { layers } = useProject();
  const { stored } = useStore(useWorkspace().combined);
  const subjects: Subject[] = [
    ...subjectOf(`combination:${stored?.id}`, 'Combined value', stored?.areas),
    ...valuedLayers(layers)
      .toReversed()
      .flatMap(({ layer, valued }) => subjectOf(`layer:${layer.id}`, layer.label, valued?.areas)),
  ];
  if (subjects.length === 0) {
    return (
      <SideNote>The hectares of each value are counted when a valuation curve is applied.</SideNote>
    );
  }
  return <ValueNumbers subjects={subjects} />;
}

function subjectOf(id: string, label: string, areas: ValueAreas | null | undefined): Subject[] {
  return areas && areas.hectares.length > 0 ? [{ id, label, areas }] : [];
}
