import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { PatchesOnMap } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { MapPlus } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api-errors.ts';
import { useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { addPatchesToMap, fetchOwnMaps } from '../patrol/result-api.ts';
import { useVerdicts } from './use-verdicts.ts';

interface AddToMapModalProps {
  result: RunResult;
  /** The number of the patch whose card is shown, or null. */
  patch: number | null;
  onClose: () => void;
}

const { maxPatchesToMap } = limits.habitatPatrol;
type Choice = 'this' | 'real' | 'largest';

export function AddToMap(props: Omit<AddToMapModalProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <PanelButton icon={MapPlus} onPress={() => setIsOpen(true)}>
        Add to a map
      </PanelButton>
      {isOpen && <AddToMapModal {...props} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function AddToMapModal({ result, patch, onClose }: AddToMapModalProps) {
  const session = useSession();
  const maps = useQuery({
    queryKey: ['changedetection', 'maps', personOf(session)],
    queryFn: ({ signal }) => fetchOwnMaps(signal),
    enabled: session.status === 'authenticated',
  });
  const choices = usePatchChoices(result, patch);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [mapId, setMapId] = useState<string | null>(null);
  const choice = choices.find(({ id }) => id === chosen) ?? choices[0];
  const map = maps.data?.find(({ id }) => String(id) === mapId);
  const add = useMutation({
    mutationFn: () => addPatchesToMap(result.id, Number(mapId), choice?.patches ?? []),
  });
  const canAdd = map !== undefined && !add.isSuccess;
  return (
    <Modal
      title="Add to a map"
      onClose={onClose}
      footer={
        canAdd ? (
          <Button isPending={add.isPending} onPress={() => add.mutate()}>
            {map.status === 'creator' ? 'Add' : 'Propose'}
          </Button>
        ) : (
          <Button onPress={onClose}>Close</Button>
        )
      }
    >
      <WithoutMaps maps={maps} isSignedIn={session.status === 'authenticated'} />
      {maps.data !== undefined && maps.data.length > 0 && !add.isSuccess && (
        <>
          <Select
            label="Map"
            options={maps.data.map(mapOption)}
            value={mapId}
            onChange={setMapId}
          />
          <RadioGroup
            label="Patches"
            options={choices.map(({ id, label }) => ({ id, label }))}
            value={choice?.id ?? null}
            onChange={setChosen}
          />
          <SideNote number={2}>
            Each patch takes its figures, its verdict and a link to this result along. Whoever sees
            the map can open the link.
          </SideNote>
        </>
      )}
      {add.isError && (
        <Notice type="error">
          {failureText(add.error, 'The patches could not be added. Please try again.')}
        </Notice>
      )}
      {add.isSuccess && map !== undefined && (
        <Notice type="success">
          {'proposal' in add.data
            ? `Proposed. The owner of ${map.name} decides about it. `
            : `Added to ${map.name}. `}
          <Link href={addressOf(map, add.data)}>Open the map</Link>
        </Notice>
      )}
    </Modal>
  );
}

interface WithoutMapsProps {
  maps: Pick<UseQueryResult<readonly unknown[]>, 'data' | 'error' | 'isPending'>;
  isSignedIn: boolean;
}

function WithoutMaps({ maps, isSignedIn }: WithoutMapsProps) {
  if (!isSignedIn) return <Text>Please log in to add patches to one of your maps.</Text>;
  if (maps.error) {
    return (
      <Notice type="error">
        {failureText(maps.error, 'Your maps could not be loaded. Please try again.')}
      </Notice>
    );
  }
  if (maps.isPending) return <Spinner label="Loading your maps" showLabel />;
  if (maps.data?.length !== 0) return null;
  return (
    <Text>
      You have no map yet.{' '}
      <Link href="/apps/collaborativemapper/dashboard?tab=my_maps">Create one</Link>, and come back.
    </Text>
  );
}

/** The patches that can be added together. A choice without patches is left out. */
function usePatchChoices(
  { id, statistics }: RunResult,
  patch: number | null,
): readonly { id: Choice; label: string; patches: number[] }[] {
  const runVerdicts = useVerdicts(id);
  const real = (runVerdicts?.verdicts ?? [])
    .filter(({ counts, verdict }) => counts && verdict === 'real')
    .map((each) => each.patch)
    .sort((a, b) => a - b)
    .slice(0, maxPatchesToMap);
  const count = Math.min(statistics.listed_patch_count, maxPatchesToMap);
  const largest = Array.from({ length: count }, (_, index) => index + 1);
  const isAll = count === statistics.patch_count;
  const choices = [
    { id: 'this' as const, label: `Patch ${patch}`, patches: patch === null ? [] : [patch] },
    { id: 'real' as const, label: `Judged real (${real.length})`, patches: real },
    {
      id: 'largest' as const,
      label: isAll ? `All patches (${count})` : `The ${count} largest patches`,
      patches: largest,
    },
  ];
  return choices.filter(({ patches }) => patches.length > 0);
}

function addressOf({ id }: ListedMap, added: PatchesOnMap): string {
  const address = `/apps/collaborativemapper/map?id=${id}`;
  return 'proposal' in added
    ? `${address}&proposal=${added.proposal}`
    : `${address}&feature=${added.features[0]}`;
}

function mapOption({ id, name, status }: ListedMap) {
  return { id: String(id), label: status === 'creator' ? name : `${name} (as a proposal)` };
}
