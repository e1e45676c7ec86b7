import type { ZoneEdgeRule } from '@refugia/contract/value-mapper/calls.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import type { ZoneSet, ZoneStatistics } from '@refugia/contract/value-mapper/zones.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { numberText, significantText } from '../../../ui/data/number-text.ts';
import { numberColumn, Table, type TableColumn } from '../../../ui/data/table.tsx';
import { shownPercent } from '../../../ui/files/upload-texts.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { SideNote, SmallHeading } from '../../../ui/style/typography.tsx';
import { refusalOf, showFailure, useShownFailure } from '../calls/failure.ts';
import {
  deleteZones,
  fetchOutlines,
  fetchStatistics,
  fetchStatisticsFile,
  fetchStatisticsShare,
  type StatisticsQuestion,
  zoneSetsQuery,
} from '../calls/zone-calls.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import { AddZones } from './add-zones.tsx';
import styles from './numbers.module.css';
import { TableDownloads } from './table-downloads.tsx';

/** Longer than the pause between two steps of a slider. */
const sliderPauseMilliseconds = 400;

interface ZonesProps {
  /** The values that are measured, as calls name them. */
  source: string;
  threshold: number;
}

/** The zones of a project, what the chosen values are in each of them, and the ways to more zones. */
export function Zones({ source, threshold }: ZonesProps) {
  const { store, isShared } = useWorkspace();
  const queries = useQueryClient();
  const query = zoneSetsQuery(store.projectId);
  const { data: sets, error } = useQuery(query);
  const [chosen, setChosen] = useState<number | null>(null);
  const set = sets?.find(({ id }) => id === chosen) ?? sets?.at(-1);
  const reload = () => queries.invalidateQueries({ queryKey: query.queryKey });
  if (isShared && sets?.length === 0) return null;
  return (
    <section className={styles.zones} aria-label="Zones">
      <SmallHeading level={4}>Zones</SmallHeading>
      {error && (
        <RetryNotice onRetry={() => void reload()}>The zones could not be loaded.</RetryNotice>
      )}
      {sets?.length === 0 && (
        <SideNote>Add parcels, watersheds or counties to compare what they hold.</SideNote>
      )}
      {set && sets && (
        <div className={styles.head}>
          <Select
            label="Compare"
            options={sets.map(({ id, name, zone_count }) => ({
              id: String(id),
              label: `${name} (${zone_count.toLocaleString('en-US')})`,
            }))}
            value={String(set.id)}
            onChange={(id) => setChosen(Number(id))}
          />
          {!isShared && (
            <DeleteButton
              name={set.name}
              title="Delete these zones?"
              act={() => deleteZones(set.id)}
              onDone={reload}
              failure={(failure) => showFailure(labels.deleteZones, failure)}
            >
              “{set.name}” goes for good. The file or map that it came from stays.
            </DeleteButton>
          )}
        </div>
      )}
      {set && <Statistics key={set.id} set={set} source={source} threshold={threshold} />}
      {!isShared && (
        <AddZones
          projectId={store.projectId}
          drawnName={`Drawn zone ${1 + countDrawn(sets)}`}
          onMade={(made) => {
            queries.setQueryData(query.queryKey, (known = []) => [...known, made]);
            setChosen(made.id);
          }}
        />
      )}
    </section>
  );
}

const countDrawn = (sets: readonly ZoneSet[] = []) =>
  sets.filter(({ source }) => source === 'drawing').length;

const edgeRules: readonly { readonly id: ZoneEdgeRule; readonly label: string }[] = [
  { id: 'share', label: 'Count by their covered share' },
  { id: 'centre', label: 'Count if their center is inside' },
];

/** The statistics of a set of zones, which are measured anew when the threshold no longer changes. */
function Statistics({ set, source, threshold }: ZonesProps & { set: ZoneSet }) {
  const queries = useQueryClient();
  const [edges, setEdges] = useState<ZoneEdgeRule>('share');
  const measured = useDebounced(threshold, sliderPauseMilliseconds);
  const question: StatisticsQuestion = { source, threshold: measured, edges };
  const { store, isShared } = useWorkspace();
  const queryKey = [...zoneSetsQuery(store.projectId).queryKey, set.id, question];
  const statistics = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchStatistics(set.id, question, signal),
    placeholderData: (former) => former,
    retry: false,
  });
  const onShow = useZonesOnMap(set);
  const { data, error, isFetching, refetch } = statistics;
  return (
    <>
      <Select label="Pixels at edges" options={edgeRules} value={edges} onChange={setEdges} />
      {isFetching && (
        <Measuring
          set={set}
          question={question}
          onCancel={() => void queries.cancelQueries({ queryKey, exact: true })}
        />
      )}
      {error && !isFetching && (
        <RetryNotice onRetry={() => void refetch()}>{refusalOf(error)}</RetryNotice>
      )}
      {!data && !error && !isFetching && (
        <PanelButton onPress={() => void refetch()}>Measure the zones</PanelButton>
      )}
      {data && (
        <>
          <ZoneTable statistics={data} threshold={numberText(measured)} onShow={onShow} />
          {!isShared && (
            <TableDownloads
              of="zones"
              fileName={set.name}
              label={labels.getZoneStatistics}
              fetchFile={(format) => fetchStatisticsFile(set.id, question, format)}
            />
          )}
        </>
      )}
    </>
  );
}

const pollMilliseconds = 1_000;

interface MeasuringProps {
  set: ZoneSet;
  question: StatisticsQuestion;
  onCancel: () => void;
}

function Measuring({ set, question, onCancel }: MeasuringProps) {
  const { store } = useWorkspace();
  const { data: share = null } = useQuery({
    queryKey: [...zoneSetsQuery(store.projectId).queryKey, set.id, question, 'progress'],
    queryFn: ({ signal }) => fetchStatisticsShare(set.id, question, signal),
    refetchInterval: pollMilliseconds,
    gcTime: 0,
  });
  const words = `Measuring ${set.zone_count.toLocaleString('en-US')} zones`;
  return (
    <div className={styles.measuring}>
      <div role="status">
        <SideNote>{words} …</SideNote>
      </div>
      <progress aria-label={words} {...(share !== null && { value: share })} />
      <SideNote>{share !== null && `${shownPercent(share)} %`}</SideNote>
      <TextButton onPress={onCancel}>Cancel</TextButton>
    </div>
  );
}

/**
 * Shows the outlines of zones on the map while they are chosen.
 * @returns flies to a zone by its number, and makes it stand out
 */
function useZonesOnMap(set: ZoneSet): (number: number) => void {
  const { zones, find, store } = useWorkspace();
  const { data: outlines, error } = useQuery({
    queryKey: [...zoneSetsQuery(store.projectId).queryKey, set.id, 'outlines'],
    queryFn: ({ signal }) => fetchOutlines(set.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useShownFailure(labels.getZones, error);
  useEffect(() => {
    zones.change({ outlines: outlines ?? null, highlighted: null });
    return () => zones.change({ outlines: null, highlighted: null });
  }, [zones, outlines]);
  return (number) => {
    const zone = outlines?.features.find(({ id }) => id === number);
    if (!zone) return;
    find(areaBounds(zone.geometry));
    zones.change({ highlighted: number });
  };
}

type Entry = ZoneStatistics & { readonly id: number };

const rowsPerPage = 10;

const areaSize = (hectares: number) => <AreaSize hectares={hectares} />;

interface ZoneTableProps {
  statistics: readonly ZoneStatistics[];
  threshold: string;
  onShow: (number: number) => void;
}

/** What a raster holds in each zone. A press on a zone's name shows it on the map. */
function ZoneTable({ statistics, threshold, onShow }: ZoneTableProps) {
  const rows = useMemo(
    () => statistics.map((zone): Entry => ({ ...zone, id: zone.number })),
    [statistics],
  );
  const columns: TableColumn<Entry>[] = [
    {
      id: 'name',
      name: 'Zone',
      isRowHeader: true,
      render: ({ number, name }) => <TextButton onPress={() => onShow(number)}>{name}</TextButton>,
      compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
    },
    numberColumn('hectares_above', `At ${threshold} or more`, {
      read: (zone) => zone.hectares_above,
      render: areaSize,
    }),
    numberColumn('share_above', 'Share', {
      read: (zone) => zone.share_above,
      render: (share) => `${Math.round(100 * share)} %`,
    }),
    numberColumn('mean', 'Mean', { read: (zone) => zone.mean, render: significantText }),
    numberColumn('minimum', 'Smallest', { read: (zone) => zone.minimum, render: significantText }),
    numberColumn('maximum', 'Largest', { read: (zone) => zone.maximum, render: significantText }),
    numberColumn('hectares', 'Area', { read: (zone) => zone.hectares, render: areaSize }),
  ];
  return (
    <div className={styles.table}>
      <Table label="Values in zones" columns={columns} rows={rows} pageSize={rowsPerPage} />
    </div>
  );
}
