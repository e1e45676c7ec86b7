import type { AnalysisResult, RunLayer } from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import { Link2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PanelSection } from '../../ui/panel.tsx';
import { Slider } from '../../ui/slider.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Text } from '../../ui/typography.tsx';
import { ChangeLegend } from './change-legend.tsx';
import { formatDate, formatHectares, formatShare } from './format.ts';
import type { PatrolController } from './patrol-controller.ts';
import type { PatrolState } from './patrol-state.ts';
import { SceneTable } from './scene-table.tsx';
import styles from './views.module.css';

interface ResultViewProps {
  state: Extract<PatrolState, { phase: 'shown' }>;
  controller: PatrolController;
}

const sliders: { layer: RunLayer; label: string }[] = [
  { layer: 'before', label: 'Before-Image' },
  { layer: 'after', label: 'After-Image' },
  { layer: 'change', label: 'Change-Image' },
];

/** After a run: the pictures' strength, the dates, what changed, and what it was computed from. */
export function ResultView({ state, controller }: ResultViewProps) {
  const { result, opacities } = state;
  return (
    <>
      <PanelSection>
        <dl className={styles.resultDates}>
          <div>
            <dt>Before</dt>
            <dd>{formatDate(result.before_date)}</dd>
          </div>
          <div>
            <dt>After</dt>
            <dd>{formatDate(result.after_date)}</dd>
          </div>
        </dl>
        {sliders.map(({ layer, label }) => (
          <Slider
            key={layer}
            label={label}
            value={opacities[layer]}
            maxValue={limits.habitatPatrol.opacityMax}
            onChange={(value) => controller.dispatch({ type: 'opacity-changed', layer, value })}
          />
        ))}
        <ChangeLegend />
      </PanelSection>
      <PanelSection title="What changed">
        <Statistics result={result} />
        <CopyLinkButton />
      </PanelSection>
      <PanelSection>
        {result.notes.length > 0 && (
          <Collapsible title={`Notes (${result.notes.length})`} startsOpen>
            <ul className={styles.notes}>
              {result.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Collapsible>
        )}
        <Collapsible title={`Scenes used (${result.scenes.length})`}>
          <SceneTable scenes={result.scenes} />
          <Text number={3} tone="soft">
            Method: {result.method}. Bands: {result.bands.join(', ')}.
          </Text>
        </Collapsible>
      </PanelSection>
    </>
  );
}

function Statistics({ result }: { result: AnalysisResult }) {
  const { statistics } = result;
  return (
    <>
      {!result.change_occured && (
        <Notice type="message">
          No patch of at least {formatHectares(limits.habitatPatrol.smallestChangeHectares)} changed
          between these dates.
        </Notice>
      )}
      <dl className={styles.headline}>
        <div>
          <dt>Changed</dt>
          <dd>{formatHectares(statistics.changed_hectares)}</dd>
        </div>
        <div>
          <dt>of what was clear</dt>
          <dd>{formatShare(statistics.changed_share)}</dd>
        </div>
      </dl>
      <dl className={styles.statistics}>
        <Figure name="Patches" value={String(statistics.patch_count)} />
        <Figure name="Largest patch" value={formatHectares(statistics.largest_patch_hectares)} />
        <Figure name="Area" value={formatHectares(statistics.area_hectares)} />
        <Figure name="Clear on both dates" value={formatShare(statistics.clear_share)} />
        <Figure name="Pixel size" value={`${statistics.pixel_size_meters} m`} />
      </dl>
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function CopyLinkButton() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      showToast('success', 'Link copied. It opens this result.');
    } catch {
      showToast('warning', "The link could not be copied. Please copy the page's address instead.");
    }
  };
  return (
    <Button
      kind="secondary"
      size="sm"
      icon={<Icon of={Link2} size="sm" />}
      onPress={() => void copy()}
    >
      Copy link
    </Button>
  );
}
