import { type Finding, findingOf, findingText } from '@refugia/contract/habitat-patrol/finding.ts';
import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import type { Imagery } from '@refugia/contract/habitat-patrol/runs.ts';
import { CircleHelp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { Tooltip } from '../../../ui/actions/tooltip.tsx';
import { Panel, PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { AreaSpecies } from '../area/area-summary.tsx';
import { formatDate } from '../format.ts';
import { useImagery } from '../patrol/patrol-api.ts';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import { useController } from '../patrol/use-controller.ts';
import { RunsLink } from '../runs/run-name.tsx';
import type { Ended, PatrolState, RunEnding, Unopened } from '../state/patrol-state.ts';
import styles from '../views.module.css';
import { RunningView } from './running-view.tsx';
import { type PatrolPanelProps, SetupView } from './setup-view.tsx';

const ResultView = latePart(async () => (await import('../result/result-view.tsx')).ResultView, {
  fallback: <Spinner label="Opening the result" showLabel />,
});

/** The side panel. Its content and its main button depend on the state. */
export function PatrolPanel(props: PatrolPanelProps) {
  const { state, isOpen, onToggle, onTutorialPress } = props;
  const { data: imagery } = useImagery();
  const finding = shownFinding(state, useAreaTexts());
  return (
    <Panel
      title="Habitat Patrol"
      subtitle={
        isOpen ? (
          <span className={styles.imagery}>{labelOf(state, imagery)}</span>
        ) : (
          finding?.headline
        )
      }
      actions={
        <Tooltip text="Tutorial" placement="bottom">
          <Button
            kind="text"
            aria-label="Tutorial"
            icon={<Icon of={CircleHelp} />}
            onPress={onTutorialPress}
          />
        </Tooltip>
      }
      isOpen={isOpen}
      onToggle={onToggle}
      footer={<MainButton state={state} />}
    >
      <VisuallyHidden role="status">{finding && findingText(finding)}</VisuallyHidden>
      <ActiveSpecies state={state} />
      <Content {...props} />
    </Panel>
  );
}

function shownFinding(
  state: PatrolState,
  areaText: (hectares: number) => string,
): Finding | undefined {
  if (state.phase !== 'shown') return undefined;
  const { change_occured, statistics } = state.result;
  return findingOf({ change_occured, ...statistics }, areaText);
}

function labelOf(state: PatrolState, imagery: Imagery | undefined): string | undefined {
  return state.phase === 'shown' ? state.result.imagery.label : imagery?.label;
}

/** The active species. Before a run it is shown with its area, later at the top of the panel. */
function ActiveSpecies({ state }: { state: PatrolState }) {
  const isLater = 'area' in state && state.phase !== 'ready';
  if (!isLater || state.origin.kind !== 'species') return null;
  return (
    <PanelSection>
      <AreaSpecies origin={state.origin} />
    </PanelSection>
  );
}

function Content(props: PatrolPanelProps): ReactNode {
  const { state, resultTools } = props;
  switch (state.phase) {
    case 'empty':
    case 'fetching':
    case 'ready':
      return <SetupView {...props} state={state} />;
    case 'opening':
      return <Spinner label="Opening the result" showLabel />;
    case 'running':
      return <RunningView state={state} />;
    case 'ended':
      return <EndedView state={state} />;
    case 'unopened':
      return <UnopenedView state={state} />;
    case 'shown':
      return <ResultView state={state} tools={resultTools} />;
  }
}

function MainButton({ state }: { state: PatrolState }): ReactNode {
  const { dispatch, cancel } = useController();
  const isSecondClick = useDoubleClick();
  switch (state.phase) {
    case 'empty':
    case 'fetching':
    case 'ready':
      return (
        <Button
          wide
          size="lg"
          isDisabled={state.phase !== 'ready'}
          onPress={() => {
            if (isSecondClick()) return;
            dispatch({ type: 'run-requested', today: utcDay(new Date()) });
          }}
        >
          Run
        </Button>
      );
    case 'opening':
      return null;
    case 'running':
      return (
        <Button
          wide
          size="lg"
          kind="secondary"
          isPending={state.isCancelling}
          onPress={() => {
            if (!isSecondClick()) void cancel();
          }}
        >
          Cancel
        </Button>
      );
    case 'ended':
    case 'unopened':
      return <NextButton state={state} />;
    case 'shown':
      return (
        // The key makes these buttons different elements from Cancel, so that a press that was
        // meant for Cancel has no effect on them.
        <div key="shown" className={styles.resultButtons}>
          <Button size="lg" kind="secondary" onPress={() => dispatch({ type: 'reset' })}>
            Reset
          </Button>
          <Button size="lg" kind="secondary" onPress={() => dispatch({ type: 'run-put-aside' })}>
            Change and run again
          </Button>
        </div>
      );
  }
}

/**
 * For a button whose meaning changes with each press, for which the second press of a double click
 * is not meant.
 * @returns a function that tells whether the current press is such a second press
 */
function useDoubleClick(): () => boolean {
  const clicks = useRef(1);
  useEffect(() => {
    const count = ({ detail }: MouseEvent) => {
      clicks.current = detail;
    };
    const forget = () => {
      clicks.current = 1;
    };
    const counting = new AbortController();
    const options = { capture: true, signal: counting.signal };
    window.addEventListener('mousedown', count, options);
    window.addEventListener('keydown', forget, options);
    return () => counting.abort();
  }, []);
  return () => clicks.current > 1;
}

/** Shown for a link to a run that failed or was cancelled: the reason, and what to do next. */
function EndedView({ state: { ending, startDate, endDate } }: { state: Ended }) {
  const { dispatch } = useController();
  return (
    <PanelSection
      isLanding
      title={`Comparing ${formatDate(startDate)} with ${formatDate(endDate)}`}
    >
      <Notice type={ending.kind === 'failed' ? 'error' : 'message'} isAnnounced>
        {whatHappened(ending)}
      </Notice>
      <SideNote number={2}>{whatHelps(ending)}</SideNote>
      <div className={utilities.cluster}>
        {!failsAgain(ending) && (
          <PanelButton onPress={() => dispatch({ type: 'run-put-aside' })}>
            Change dates or area
          </PanelButton>
        )}
        <PanelButton onPress={() => dispatch({ type: 'reset' })}>New area</PanelButton>
      </div>
      <RunsLink />
    </PanelSection>
  );
}

/** Shown for a link to a run that does not exist or could not be read. */
function UnopenedView({ state }: { state: Unopened }) {
  return (
    <PanelSection isLanding title={state.isGone ? 'No result here' : 'Not loaded'}>
      <Notice type={state.isGone ? 'message' : 'warning'} isAnnounced>
        {state.isGone
          ? 'The result of this link is no longer there. Please run the analysis again.'
          : 'The result of this link could not be loaded: the server did not answer.'}
      </Notice>
      <SideNote number={2}>
        {state.isGone
          ? `It was deleted, its time was over, or the link is not whole. Results of visitors are kept for ${daysText(siteSettings.visitorRunDays)} only; those of an account stay among its runs.`
          : 'Nothing is lost. Check the connection, and try again.'}
      </SideNote>
      <RunsLink />
    </PanelSection>
  );
}

/** The panel's main button: what most people want next. */
function NextButton({ state }: { state: Ended | Unopened }) {
  const { label, press } = nextStep(state, useController());
  return (
    <Button wide size="lg" onPress={press}>
      {label}
    </Button>
  );
}

function nextStep(
  state: Ended | Unopened,
  { dispatch }: PatrolController,
): { label: string; press: () => void } {
  if (state.phase === 'unopened') {
    return state.isGone
      ? { label: 'Choose an area', press: () => dispatch({ type: 'reset' }) }
      : { label: 'Try again', press: () => dispatch({ type: 'opening-requested' }) };
  }
  if (failsAgain(state.ending)) {
    return { label: 'Change dates or area', press: () => dispatch({ type: 'run-put-aside' }) };
  }
  return {
    label: state.ending.kind === 'failed' ? 'Try again' : 'Run again',
    press: () => dispatch({ type: 'run-requested', today: utcDay(new Date()) }),
  };
}

function daysText(days: number): string {
  return days === 1 ? 'one day' : `${days.toLocaleString('en-US')} days`;
}

function failsAgain(ending: RunEnding): boolean {
  return ending.kind === 'failed' && ending.permanent;
}

function whatHappened(ending: RunEnding): string {
  if (ending.kind === 'cancelled') return 'This run was cancelled before it had a result.';
  return ending.reason === null ? 'This run failed.' : `This run failed. ${ending.reason}`;
}

function whatHelps(ending: RunEnding): string {
  if (failsAgain(ending)) {
    return 'The same request would fail again. Its area and dates are kept: other dates, or another area, may work.';
  }
  return 'Its area and dates are kept.';
}
