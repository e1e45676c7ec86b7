import { Select } from '../../../ui/forms/select.tsx';
import { useShownLayers } from '../workspace/lists.ts';

interface LayerChoiceProps {
  label: string;
  value: string | undefined;
  onChange: (id: string) => void;
}

/** A choice among the layers of the map, the topmost first. */
export function LayerChoice({ label, value, onChange }: LayerChoiceProps) {
  const options = useShownLayers()
    .toReversed()
    .map(({ id, dataset, is_hidden: isHidden }) => ({
      id,
      label: isHidden ? `${dataset} (hidden)` : dataset,
    }));
  return <Select label={label} options={options} value={value ?? null} onChange={onChange} />;
}
