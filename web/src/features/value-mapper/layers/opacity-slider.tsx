import type { DataLayer } from '@refugia/contract/value-mapper/projects.ts';
import { Slider } from '../../../ui/forms/slider.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';

/** The opacity of a layer. The map shows it while the slider moves, and it is saved afterwards. */
export function OpacitySlider({ layer: { id, opacity } }: { layer: DataLayer }) {
  const { store } = useWorkspace();
  return (
    <Slider
      label="Opacity"
      value={Math.round(opacity * 100)}
      maxValue={100}
      step={5}
      format={(percent) => `${percent} %`}
      onChange={(percent) => store.showOpacity(id, percent / 100)}
      onChangeEnd={(percent) => void store.saveOpacity(id, percent / 100)}
    />
  );
}
