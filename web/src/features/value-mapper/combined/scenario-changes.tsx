import type { Scenario, ScenarioChanges } from '@refugia/contract/value-mapper/scenarios.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { numberText } from '../../../ui/data/number-text.ts';
import { Slider } from '../../../ui/forms/slider.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { refusalOf } from '../calls/failure.ts';
import { fetchChanges, scenariosQuery } from '../calls/scenario-calls.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';

/** The ground that the second scenario gains and loses against the first, at or above a threshold. */
export function Changes({ first, second }: { first: Scenario; second: Scenario }) {
  const { store } = useWorkspace();
  const queries = useQueryClient();
  const versions = [first, second].flatMap(({ id, version }) => [id, version]);
  const queryKey = [...scenariosQuery(store.projectId).queryKey, 'changes', ...versions];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchChanges(first.id, second.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isFetching) {
    return (
      <div>
        <Spinner size="sm" label="Measuring what changes" showLabel />{' '}
        <TextButton onPress={() => void queries.cancelQueries({ queryKey, exact: true })}>
          Cancel
        </TextButton>
      </div>
    );
  }
  if (error) return <RetryNotice onRetry={() => void refetch()}>{refusalOf(error)}</RetryNotice>;
  if (data === undefined) {
    return <PanelButton onPress={() => void refetch()}>Measure what changes</PanelButton>;
  }
  return <ChangesAt changes={data} second={second} />;
}

function ChangesAt({ changes, second }: { changes: ScenarioChanges; second: Scenario }) {
  const { first_hundredth: first, gained, lost, kept } = changes;
  const [chosen, setChosen] = useState(Math.floor(gained.length / 2));
  if (gained.length === 0) return <Text number={2}>Neither scenario has values anywhere.</Text>;
  return (
    <>
      <Slider
        label="Ground at or above"
        value={(first + chosen) / 100}
        minValue={first / 100}
        maxValue={(first + gained.length - 1) / 100}
        step={0.01}
        format={numberText}
        onChange={(threshold) => setChosen(Math.round(threshold * 100) - first)}
      />
      <p role="status">
        With {second.name}: <AreaSize hectares={gained[chosen] ?? 0} /> gained,{' '}
        <AreaSize hectares={lost[chosen] ?? 0} /> lost, <AreaSize hectares={kept[chosen] ?? 0} />{' '}
        kept.
      </p>
    </>
  );
}
