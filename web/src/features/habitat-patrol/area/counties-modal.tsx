import { writeArea } from '@refugia/contract/area.ts';
import type { AreaCounties } from '@refugia/contract/habitat-patrol/area-counties.ts';
import { limits } from '@refugia/contract/limits.ts';
import { expectedPixelMeters } from '@refugia/engine/geo/work-pixels.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { MultiPolygon, Polygon } from 'geojson';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CheckboxGroup } from '../../../ui/forms/checkbox.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice, RetryNotice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { Text } from '../../../ui/style/typography.tsx';
import { batchAddress } from '../address/run-addresses.ts';
import { batchesQuery, startBatch } from '../patrol/batches-api.ts';
import { asOneArea } from '../patrol/one-area.ts';
import { useController } from '../patrol/use-controller.ts';
import { requestOf } from '../state/analysis-request.ts';
import type { Area } from '../state/patrol-state.ts';

/** More counties would be as large as what they are chosen from. */
const mostChosen = 12;
/** Beyond this number, counties are found by typing. */
const mostListed = 100;
const { maxBatchAreas, runNameMaxLength, workPixels } = limits.habitatPatrol;
const { finestMeters } = workPixels;

/**
 * Lists the counties of a large area. Those that are ticked become the area, or are each compared
 * by themselves.
 */
export function CountiesModal({ area, onClose }: { area: Area; onClose: () => void }) {
  const { dispatch } = useController();
  const { account } = useSession();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, isError, refetch } = useCounties(area);
  const use = useMutation({
    mutationFn: async () => asOneArea(await Promise.all(chosen.map(fetchBorder))),
    onSuccess: (chosenArea) => {
      const names = chosen.flatMap((fips) => data?.find((each) => each.fips === fips)?.name ?? []);
      const origin = { kind: 'place', name: nameOf(names) } as const;
      dispatch({ type: 'area-picked', area: chosenArea, origin });
      if (expectedPixelMeters(chosenArea) === finestMeters) {
        showToast('success', `This area is compared in pixels of ${finestMeters} m.`);
      }
      onClose();
    },
  });
  const startEach = useStartEach(chosen, data);
  const isTooMany = chosen.length > maxBatchAreas;
  const failure = use.error ?? startEach.error;
  return (
    <Modal
      title="Counties of this area"
      onClose={onClose}
      footer={
        <>
          {chosen.length > 1 && (
            <Button
              kind="secondary"
              isPending={startEach.isPending}
              isDisabled={isTooMany || account === null}
              onPress={() => startEach.mutate()}
            >
              {account === null ? 'Log in to compare each by itself' : 'Compare each by itself'}
            </Button>
          )}
          <Button
            isPending={use.isPending}
            isDisabled={chosen.length === 0 || chosen.length > mostChosen}
            onPress={() => use.mutate()}
          >
            Look at {chosen.length === 1 ? 'this county' : 'these counties'}
          </Button>
        </>
      }
    >
      <Text number={2}>
        The fewer you tick, the finer are the pixels. What you tick becomes one area, of up to{' '}
        {mostChosen} counties; or up to {maxBatchAreas} are compared each by itself, one after the
        other, with one table and one report.
      </Text>
      {data === undefined && !isError && <Spinner label="Finding the counties" showLabel />}
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>The counties could not be found.</RetryNotice>
      )}
      {data?.length === 0 && <Text>No county of the United States lies in this area.</Text>}
      {data !== undefined && data.length > 0 && (
        <CountyChoice counties={data} chosen={chosen} onChange={setChosen} />
      )}
      {failure && (
        <Notice type="error">
          {failureText(failure, 'The borders could not be loaded. Please try again.')}
        </Notice>
      )}
    </Modal>
  );
}

interface CountyChoiceProps {
  counties: AreaCounties;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

function CountyChoice({ counties, chosen, onChange }: CountyChoiceProps) {
  const [text, setText] = useState('');
  const found = counties.filter(({ name }) =>
    name.toLowerCase().includes(text.trim().toLowerCase()),
  );
  const shown = new Set(found.slice(0, mostListed).map(({ fips }) => fips));
  // What is ticked stays in sight.
  const listed = counties.filter(({ fips }) => shown.has(fips) || chosen.includes(fips));
  const isTooMany = chosen.length > maxBatchAreas;
  return (
    <>
      <TextField label="Find among them" value={text} onChange={setText} maxLength={60} />
      <CheckboxGroup
        label={counties.length === 1 ? '1 county' : `${counties.length} counties`}
        options={listed.map(({ fips, name }) => ({ id: fips, label: name }))}
        value={chosen}
        onChange={onChange}
        error={isTooMany ? `Please tick at most ${maxBatchAreas} counties.` : undefined}
      />
      {found.length === 0 && <Text tone="soft">None of them has “{text}” in its name.</Text>}
      {found.length > mostListed && (
        <Text tone="soft">The first {mostListed} are shown. Type a name to find others.</Text>
      )}
    </>
  );
}

function useCounties(area: Area) {
  const coords = writeArea(area);
  return useQuery({
    queryKey: ['changedetection', 'counties', coords],
    queryFn: ({ signal }) =>
      callApi<AreaCounties>('/api/changedetection/aoi/counties', {
        method: 'POST',
        body: { coords },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useStartEach(chosen: readonly string[], counties: AreaCounties = []) {
  const controller = useController();
  const navigate = useNavigate();
  return useAction({
    changes: [batchesQuery.queryKey],
    act: async () => {
      const state = controller.getState();
      if (state.phase !== 'ready') throw new Error('There is no area any more.');
      const { coords: _, areaName, scenes: __, ...request } = requestOf(state);
      const areas = await Promise.all(
        chosen.map(async (fips) => ({
          name: counties.find((each) => each.fips === fips)?.name ?? fips,
          coords: JSON.stringify(await fetchBorder(fips)),
        })),
      );
      const name = `Counties of ${areaName ?? 'an area'}`.slice(0, runNameMaxLength);
      return startBatch({ ...request, name, areas });
    },
    onDone: ({ id }) => navigate(batchAddress(id)),
  });
}

const fetchBorder = (fips: string) =>
  callApi<Polygon | MultiPolygon>(`/api/basemap/borders/county-${fips}`);

/** A name for several counties, such as "Lane, Oregon and 2 more". */
function nameOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
