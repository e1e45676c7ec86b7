import { utcDay } from '@refugia/contract/habitat-patrol/run-checks.ts';
import { limits } from '@refugia/contract/limits.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import type { PatrolController } from '../patrol/patrol-controller.ts';
import type { PatrolState } from '../state/patrol-state.ts';
import styles from '../views.module.css';
import { dateFaults } from './date-faults.ts';
import { datePairs } from './date-pairs.ts';

interface DatesSectionProps {
  state: Extract<PatrolState, { phase: 'empty' | 'fetching' | 'ready' }>;
  controller: PatrolController;
}

/** The inputs of the two dates, their errors, and buttons for suggested pairs. */
export function DatesSection({ state, controller }: DatesSectionProps) {
  const today = utcDay(new Date());
  const { startDate, endDate } = state;
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
          onChange={(next) => controller.dispatch({ type: 'dates-changed', startDate: next })}
        />
        <DateField
          {...range}
          label="End date"
          value={endDate}
          error={faults.end}
          onChange={(next) => controller.dispatch({ type: 'dates-changed', endDate: next })}
        />
      </div>
      <div className={styles.datePairs}>
        {datePairs(today).map(({ label, ...pair }) => (
          <Button
            key={label}
            kind="secondary"
            size="sm"
            keepsFocus
            isDisabled={pair.startDate === startDate && pair.endDate === endDate}
            onPress={() => controller.dispatch({ type: 'dates-changed', ...pair })}
          >
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}
