import type { RunComparison } from '@refugia/contract/habitat-patrol/run-comparison.ts';
import { useQuery } from '@tanstack/react-query';
import { Layer, Source } from '@vis.gl/react-maplibre';
import { GitCompareArrows } from 'lucide-react';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { useAreaTexts } from '../../../lib/area-units.ts';
import type { BaseLayerName } from '../../../map/base-layers.ts';
import { MapView } from '../../../map/canvas/map-view.tsx';
import frame from '../../../map/map-frame.module.css';
import { outlineColor } from '../../../map/overlays/area-outline.tsx';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Panel, PanelSection } from '../../../ui/layout/panel.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { resultAddress, runsAddress } from '../address/run-addresses.ts';
import { formatDate } from '../format.ts';
import {
  type ComparedIds,
  comparisonFileAddress,
  comparisonQuery,
  shownPatchesAddress,
} from '../patrol/comparison-api.ts';
import { initialView, offeredBaseLayers, usePatrolCamera } from '../patrol/use-patrol-camera.ts';
import downloads from '../result/downloads.module.css';
import { type ChosenPatch, ComparisonList } from './comparison-list.tsx';
import { allFates, fates } from './fates.ts';

/** Two runs of the address, compared: what is new, gone and the same. */
export function ComparisonPage() {
  const [parameters] = useSearchParams();
  const ids = { run: parameters.get('run') ?? '', other: parameters.get('with') ?? '' };
  const isComplete = ids.run !== '' && ids.other !== '';
  const { data, error } = useQuery({
    ...comparisonQuery(ids),
    enabled: isComplete,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data !== undefined) return <ComparisonScreen key={ids.other} ids={ids} comparison={data} />;
  return (
    <Page>
      {error || !isComplete ? (
        <EmptyState
          icon={GitCompareArrows}
          title="Nothing to compare"
          actions={<ButtonLink href={runsAddress}>My runs</ButtonLink>}
        >
          {error
            ? failureText(error, 'The comparison could not be made. Please try again.')
            : 'Choose two of your runs, or two looks at a place.'}
        </EmptyState>
      ) : (
        <Spinner label="Comparing the runs" showLabel />
      )}
    </Page>
  );
}

function ComparisonScreen({ ids, comparison }: { ids: ComparedIds; comparison: RunComparison }) {
  const dock = useRef<HTMLDivElement>(null);
  const { onCamera, onReady, insets } = usePatrolCamera(dock);
  const [baseLayer, setBaseLayer] = useState<BaseLayerName>('satellite');
  const [isOpen, setIsOpen] = useState(true);
  const [chosen, setChosen] = useState<ChosenPatch | null>(null);
  const { bbox, totals } = comparison;
  const shownFates = allFates.filter((fate) => fate !== 'hidden' || totals.hidden.patches > 0);
  useEffect(() => onCamera({ kind: 'fit-bounds', bounds: bbox }), [onCamera, bbox]);
  return (
    <div data-panel="start" className={frame.screen}>
      <h1 className={utilities.announced}>Comparison of two runs</h1>
      <div className={frame.stage}>
        <MapView
          label="Map of the compared patches"
          initialView={initialView}
          baseLayer={baseLayer}
          offeredBaseLayers={offeredBaseLayers}
          onBaseLayerChange={setBaseLayer}
          onReady={onReady}
          insets={insets}
          skip={{
            label: 'Skip to the lists',
            to: () => dock.current?.querySelector('a') ?? null,
          }}
        >
          <ComparisonLayers patches={shownPatchesAddress(ids)} chosen={chosen} />
        </MapView>
      </div>
      <div className={classNames(frame.dock, !isOpen && frame.folded)} ref={dock}>
        <Panel title="Comparison" isOpen={isOpen} onToggle={setIsOpen}>
          <ComparedRuns comparison={comparison} />
          {shownFates.map((fate) => (
            <ComparisonList
              key={fate}
              fate={fate}
              comparison={comparison}
              chosen={chosen}
              onChoose={({ run, id, bbox: bounds }) => {
                setChosen({ run, id });
                onCamera({ kind: 'fit-bounds', bounds });
              }}
            />
          ))}
          <ComparisonDownload ids={ids} />
        </Panel>
      </div>
    </div>
  );
}

/** The two runs of a comparison, each with a link to it, and what to bear in mind. */
function ComparedRuns({ comparison }: { comparison: RunComparison }) {
  const areaText = useAreaTexts();
  const { earlier, later, totals, common_hectares } = comparison;
  const { elsewhere } = totals;
  const runs = [
    { word: 'Earlier', run: earlier },
    { word: 'Later', run: later },
  ];
  return (
    <PanelSection>
      {runs.map(({ word, run: { id, name, before_date, after_date } }) => (
        <Text key={id} number={2}>
          {word}: <Link href={resultAddress(id)}>{name}</Link>, {formatDate(before_date)} –{' '}
          {formatDate(after_date)}
        </Text>
      ))}
      <SideNote>
        Both looked at {areaText(common_hectares)}. Patches are the same if they share 30 % of the
        smaller one.
        {elsewhere.patches > 0 &&
          ` ${areaText(elsewhere.hectares)} of change lie where only one of them looked, and are not compared.`}
        {earlier.method !== later.method &&
          ' They used different methods, which do not see the same change.'}
      </SideNote>
    </PanelSection>
  );
}

function ComparisonDownload({ ids }: { ids: ComparedIds }) {
  return (
    <PanelSection>
      <Text number={2}>
        All patches as{' '}
        <a className={downloads.file} href={comparisonFileAddress(ids)} download>
          GeoJSON
        </a>
      </Text>
    </PanelSection>
  );
}

interface ComparisonLayersProps {
  patches: string;
  chosen: ChosenPatch | null;
}

const isOf = (fate: string): ExpressionSpecification => ['==', ['get', 'comparison'], fate];

/** The patches of both runs: filled by what became of them, outlined on dark, the chosen one wider. */
function ComparisonLayers({ patches, chosen }: ComparisonLayersProps) {
  const chosenOne: ExpressionSpecification = [
    'all',
    ['==', ['get', 'run'], chosen?.run ?? ''],
    ['==', ['get', 'id'], chosen?.id ?? 0],
  ];
  return (
    <Source id="compared" type="geojson" data={patches}>
      {allFates.map((fate) => (
        <Layer
          key={fate}
          id={`compared-${fate}-fill`}
          type="fill"
          filter={isOf(fate)}
          paint={{ 'fill-color': fates[fate].colour, 'fill-opacity': 0.45 }}
        />
      ))}
      <Layer
        id="compared-casing"
        type="line"
        filter={['!', isOf('same_earlier')]}
        paint={{ 'line-color': outlineColor.casing, 'line-width': 4, 'line-opacity': 0.7 }}
      />
      {allFates.map((fate) => {
        const { colour, dashes } = fates[fate];
        return (
          <Layer
            key={fate}
            id={`compared-${fate}-line`}
            type="line"
            filter={isOf(fate)}
            paint={{
              'line-color': colour,
              'line-width': 2,
              ...(dashes && { 'line-dasharray': [...dashes] }),
            }}
          />
        );
      })}
      <Layer
        id="compared-chosen"
        type="line"
        filter={chosenOne}
        paint={{ 'line-color': outlineColor.usual, 'line-width': 5 }}
      />
    </Source>
  );
}
