import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { formatDate } from '../format.ts';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import { useController } from '../patrol/use-controller.ts';
import { RunsLink } from '../runs/run-name.tsx';
import type { Ended, RunEnding, Unopened } from '../state/patrol-state.ts';

/** Shown for a link to a run that failed or was cancelled: the reason, and what to do next. */
export function EndedView({ state: { ending, startDate, endDate } }: { state: Ended }) {
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
export function UnopenedView({ state }: { state: Unopened }) {
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
export function NextButton({ state }: { state: Ended | Unopened }) {
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
