import { PanelButton, TryAgain } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import type { DatePair } from '../dates/dates.ts';
import { useController } from '../patrol/use-controller.ts';
import { hasPresetDates, type Ready } from '../state/patrol-state.ts';
import styles from '../views.module.css';
import {
  type ExpectedShare,
  type Gain,
  useExpectedShare,
  useSummers,
  wholePercent,
} from './expected-share.ts';

/** Below this visible share of the area, other dates are suggested. */
const enough = 0.8;

/**
 * Offers the last two summers while nobody has chosen dates, because the specified ones are in
 * winter. Once both are known it says what the summers gain, and disappears if that is nothing.
 */
export function SummerOffer({ state }: { state: Ready }) {
  return hasPresetDates(state) ? <Offer state={state} /> : null;
}

function Offer({ state }: { state: Ready }) {
  const { summers, gain } = useSummers(state, useExpectedShare(state).expected);
  if (gain.kind === 'none') return null;
  return (
    <Notice>
      These dates are preset, in winter, when snow and clouds often hide the ground.
      <UseSummers summers={summers} gain={gain} />
    </Notice>
  );
}

/** Shows how much of the area a run would see with its scenes, or why that is not known. */
export function ExpectedView({ state }: { state: Ready }) {
  const { expected, retry } = useExpectedShare(state);
  switch (expected?.kind) {
    case undefined:
      return null;
    case 'reading':
      return <SideNote number={2}>Checking how much of the area can be seen …</SideNote>;
    case 'unknown':
      return (
        <SideNote number={2}>
          {expected.reason} <TryAgain onPress={retry} />
        </SideNote>
      );
    case 'known': {
      const sentence = `About ${wholePercent(expected.share)} of the area can be seen on both dates.`;
      if (expected.share >= enough) return <SideNote number={2}>{sentence}</SideNote>;
      return (
        <Notice type="warning">
          {sentence}
          {!hasPresetDates(state) && <BetterPair state={state} own={expected} />}
        </Notice>
      );
    }
  }
}

function BetterPair({ state, own }: { state: Ready; own: ExpectedShare }) {
  const { summers, gain } = useSummers(state, own);
  if (gain.kind !== 'known') return null;
  return <UseSummers summers={summers} gain={gain} />;
}

function UseSummers({ summers: { startDate, endDate }, gain }: { summers: DatePair; gain: Gain }) {
  const { dispatch } = useController();
  return (
    <>
      {gain.kind === 'known' && ` The last two summers: ${gain.text}.`}
      <div className={styles.offer}>
        <PanelButton onPress={() => dispatch({ type: 'dates-changed', startDate, endDate })}>
          Use the last two summers
        </PanelButton>
      </div>
    </>
  );
}
