import { limits } from '@refugia/contract/limits.ts';
import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { projectsQuery } from '../calls/calls.ts';
import { showFailure } from '../calls/failure.ts';
import { withLayers } from '../state/combination.ts';
import { borrowLayers } from '../workspace/borrowed-layers.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';

const { maxCombinedLayers } = limits.valueMapper;

interface BorrowFieldProps {
  draft: Combination;
  onChange: (draft: Combination) => void;
}

/** Adds the valued layers of another project of one's own. */
export function BorrowField({ draft, onChange }: BorrowFieldProps) {
  const { combined, store } = useWorkspace();
  const { isPending, run } = useCall((error) => showFailure(labels.getDataLayersOnInit, error));
  const accountId = useSession().account?.id ?? null;
  const { data = [] } = useQuery(projectsQuery(accountId));
  const others = data.filter(({ id }) => id !== store.projectId);
  if (others.length === 0) return null;

  async function add(projectId: number): Promise<void> {
    const { borrowed } = combined.getState();
    const isNew = ({ layer }: (typeof borrowed)[number]) =>
      !borrowed.some((known) => known.layer.id === layer.id);
    const room = maxCombinedLayers - draft.layers.length;
    const found = (await borrowLayers(projectId)).filter(isNew).slice(0, room);
    if (found.length === 0) {
      showToast('warning', 'There is no layer with values to add from this project.');
      return;
    }
    combined.change({ borrowed: [...borrowed, ...found] });
    onChange(withLayers(draft, found));
  }

  return (
    <Select
      label="Add the layers of another project"
      options={others.map(({ id, title }) => ({ id: String(id), label: title }))}
      value={null}
      placeholder={isPending ? 'Adding them …' : 'Choose a project'}
      isDisabled={isPending || draft.layers.length >= maxCombinedLayers}
      onChange={(id) => run(() => add(Number(id)))}
    />
  );
}
