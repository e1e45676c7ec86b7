import { readArea } from '@refugia/contract/area.ts';
import { methodSentences } from '@refugia/contract/habitat-patrol/method-texts.ts';
import type { RunLayer } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText, Layers, Link2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { landingPlace } from '../../../lib/use-landing.ts';
import { ButtonLink, PanelButton } from '../../../ui/actions/button.tsx';
import { AreaUnitsChoice } from '../../../ui/forms/area-units-choice.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Slider, SliderRows } from '../../../ui/forms/slider.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { reportAddress } from '../address/run-addresses.ts';
import { formatDate, formatDatesIn } from '../format.ts';
import { runQuery } from '../patrol/result-api.ts';
import { useController } from '../patrol/use-controller.ts';
import { SavePlace } from '../places/save-place.tsx';
import { RunName, RunsLink } from '../runs/run-name.tsx';
import { ChosenScenes, SceneTable } from '../scenes/scene-table.tsx';
import type { Shown } from '../state/patrol-state.ts';
import styles from '../views.module.css';
import { AddToMap } from './add-to-map-modal.tsx';
import legend from './change-legend.module.css';
import { hasClassColours, KindFilter } from './change-legend.tsx';
import { ConnectionKeyModal } from './connection-key-modal.tsx';
import { Downloads } from './downloads.tsx';
import { KindTable } from './kind-table.tsx';
import { PatchCard } from './patch-card.tsx';
import { PatchList } from './patch-list.tsx';
import { Figure, ResultHeadline, ResultMeasures } from './result-statistics.tsx';
import type { ResultTools } from './use-result-tools.ts';
import { JudgedHeadline, JudgesChoice } from './verdict-summary.tsx';

interface ResultViewProps {
  state: Shown;
  tools: ResultTools;
}

const sliders: { layer: RunLayer; label: string }[] = [
  { layer: 'before', label: 'Before-Image' },
  { layer: 'after', label: 'After-Image' },
  { layer: 'change', label: 'Change-Image' },
];

/**
 * The panel after a run: what changed, the opacities of the pictures, and the details of the run.
 */
export function ResultView({ state: { result, opacities }, tools }: ResultViewProps) {
  const { dispatch } = useController();
  const left = useRef<number | null>(null);
  useEffect(() => {
    if (tools.patch !== null) left.current = tools.patch.id;
  }, [tools.patch]);
  return (
    <>
      <PanelSection>
        <ResultTitle runId={result.id} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
        <div role="group" aria-label="Result" {...landingPlace}>
          <dl className={styles.headline}>
            <Figure name="Before">{formatDate(result.before_date)}</Figure>
            <Figure name="After">{formatDate(result.after_date)}</Figure>
          </dl>
        </div>
        <ResultHeadline result={result} />
        <JudgedHeadline runId={result.id} />
        <ResultActions result={result} />
      </PanelSection>
      <PanelSection>
        <Opacities opacities={opacities} />
        <Checkbox isSelected={tools.swipeShare !== null} onChange={tools.onSwipeToggle}>
          Swipe between before and after
        </Checkbox>
        <KindFilter result={result} hidden={tools.hiddenKinds} onChange={tools.onHiddenKinds} />
      </PanelSection>
      <PanelSection>
        {/* If the map does not distinguish kinds, neither does the filter beside it. */}
        {!result.kinds_on_map && <KindTable result={result} />}
        <ResultMeasures result={result} />
      </PanelSection>
      {tools.patch !== null && (
        <PanelSection>
          <PatchCard result={result} patch={tools.patch} tools={tools} />
        </PanelSection>
      )}
      {tools.patch === null && hasPatchList(result) && (
        <PanelSection title="Largest patches">
          <PatchList
            runId={result.id}
            isColoured={hasClassColours(result)}
            left={left.current}
            onChoose={tools.onPatch}
          />
          <AddToMap result={result} patch={null} />
          <JudgesChoice runId={result.id} />
        </PanelSection>
      )}
      <PanelSection>
        <ResultDetails
          result={result}
          onOtherScenes={() => dispatch({ type: 'run-put-aside', opensScenes: true })}
        />
        <SaveResultAsPlace result={result} />
        <Downloads result={result} />
        <RunsLink />
      </PanelSection>
    </>
  );
}

function Opacities({ opacities }: Pick<Shown, 'opacities'>) {
  const { dispatch } = useController();
  return (
    <>
      <div className={legend.title}>
        <h3>Opacity</h3>
        <span className={legend.measures}>10 is full</span>
      </div>
      <SliderRows>
        {sliders.map(({ layer, label }) => (
          <Slider
            key={layer}
            isRow
            label={label}
            value={opacities[layer]}
            maxValue={limits.habitatPatrol.opacityMax}
            onChange={(value) => dispatch({ type: 'opacity-changed', layer, value })}
          />
        ))}
      </SliderRows>
    </>
  );
}

/** Patches that count as no change are on the map, but a list would contradict the panel. */
function hasPatchList({ change_occured, statistics }: RunResult): boolean {
  return change_occured && statistics.listed_patch_count > 0;
}

function ResultActions({ result }: { result: RunResult }) {
  const [isConnecting, setIsConnecting] = useState(false);
  return (
    <div className={styles.resultActions}>
      <ButtonLink href={reportAddress(result.id)} kind="secondary" size="sm" icon={FileText}>
        Report
      </ButtonLink>
      <PanelButton
        icon={Link2}
        onPress={() => void copyText(window.location.href, 'Link copied. It opens this result.')}
      >
        Copy link
      </PanelButton>
      <PanelButton icon={Layers} onPress={() => setIsConnecting(true)}>
        Open in QGIS
      </PanelButton>
      {isConnecting && (
        <ConnectionKeyModal result={result} onClose={() => setIsConnecting(false)} />
      )}
    </div>
  );
}

/** The title of the shown result, also in the browser's tab. */
function ResultTitle({ runId }: { runId: string }) {
  const { data: run } = useQuery(runQuery(runId));
  useDocumentTitle(run?.name);
  return run && <RunName run={run} headingLevel={3} isReadOnly={!run.is_owner} />;
}

/** A run of one's own becomes the first look at the place. */
function SaveResultAsPlace({ result }: { result: RunResult }) {
  const { data: run } = useQuery(runQuery(result.id));
  const area = run && readArea(run.coords);
  if (!area) return null;
  const runId = run.is_owner ? run.id : undefined;
  return <SavePlace area={area} name={run.name} runId={runId} />;
}

interface ResultDetailsProps {
  result: RunResult;
  onOtherScenes: () => void;
}

function ResultDetails({ result, onOtherScenes }: ResultDetailsProps) {
  return (
    <>
      {result.notes.length > 0 && (
        <Collapsible title={`Notes (${result.notes.length})`} startsOpen>
          <ul className={styles.notes}>
            {result.notes.map((note) => (
              <li key={note}>{formatDatesIn(note)}</li>
            ))}
          </ul>
        </Collapsible>
      )}
      <Collapsible title={`Scenes used (${result.scenes.length})`}>
        <SceneTable scenes={result.scenes} />
        <ChosenScenes result={result} />
        <div className={styles.otherScenes}>
          <PanelButton onPress={onOtherScenes}>Run again with other scenes</PanelButton>
        </div>
      </Collapsible>
      <Collapsible title="Units">
        <AreaUnitsChoice />
      </Collapsible>
      <Collapsible title="Method">
        <ul className={styles.notes}>
          {methodSentences(result).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Collapsible>
    </>
  );
}
