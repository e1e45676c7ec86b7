import type { AreaUnits } from '@refugia/contract/area-units.ts';
import { useState } from 'react';
import { chooseAreaUnits, useAreaUnits } from '../../lib/area-units.ts';
import { showFailure } from '../overlays/toast.tsx';
import type { Option } from './list-box.tsx';
import { RadioGroup } from './radio-group.tsx';

export const areaUnitOptions: readonly Option<AreaUnits>[] = [
  { id: 'hectares', label: 'Hectares' },
  { id: 'acres', label: 'Acres' },
  { id: 'both', label: 'Both' },
];

/** The choice of the units for areas. It is saved at once, in the account or in the browser. */
export function AreaUnitsChoice() {
  const current = useAreaUnits();
  // The chosen units until they are saved.
  const [chosen, setChosen] = useState<AreaUnits | null>(null);

  async function choose(units: AreaUnits): Promise<void> {
    setChosen(units);
    try {
      await chooseAreaUnits(units);
    } catch (error) {
      showFailure(error, 'The units could not be saved. Please try again.');
    } finally {
      setChosen(null);
    }
  }

  return (
    <RadioGroup
      label="Units of areas"
      orientation="horizontal"
      options={areaUnitOptions}
      value={chosen ?? current}
      onChange={(units) => void choose(units)}
    />
  );
}
