import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { limits } from '@refugia/contract/limits.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/forms/text-field.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { useController } from '../patrol/use-controller.ts';
import type { Inputs } from '../state/patrol-state.ts';
import styles from '../views.module.css';
import { dateFaults, datePairs } from './dates.ts';

/** The two dates with their errors, and buttons for suggested pairs. */
export function DatesSection({ state: { startDate, endDate } }: { state: Inputs }) {
  const { dispatch } = useController();
  const today = utcDay(new Date());
  const faults = dateFaults({ startDate, endDate, today });
  const range = { min: `${limits.habitatPatrol.earliestStartYear}-01-01`, max: today };
  return (
    <>
      <div className={styles.dates}>
        <DateField
          {...range}
          label="Start date"
          value={startDate}
          error={faults.start}
          onChange={(next) => dispatch({ type: 'dates-changed', startDate: next })}
        />
        <DateField
          {...range}
          label="End date"
          value={endDate}
          error={faults.end}
          onChange={(next) => dispatch({ type: 'dates-changed', endDate: next })}
        />
      </div>
      <div className={utilities.cluster}>
        {datePairs(today).map(({ label, ...pair }) => (
          <PanelButton
            key={label}
            keepsFocus
            isDisabled={pair.startDate === startDate && pair.endDate === endDate}
            onPress={() => dispatch({ type: 'dates-changed', ...pair })}
          >
            {label}
          </PanelButton>
        ))}
      </div>
    </>
  );
}
