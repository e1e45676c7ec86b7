import { AreaUnitsChoice } from '../../../ui/forms/area-units-choice.tsx';
import { SettingsRow, SettingsSection } from './settings.tsx';

/** The choice of the units in which areas are shown to this person. */
export function UnitsSection() {
  return (
    <SettingsSection
      title="Units"
      about="How the sizes of areas are shown to you: on maps, in tables, and in reports."
    >
      <SettingsRow>
        <AreaUnitsChoice />
      </SettingsRow>
    </SettingsSection>
  );
}
