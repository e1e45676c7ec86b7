import { perimeterMeters } from '@refugia/contract/area-measures.ts';
import { limits } from '@refugia/contract/limits.ts';
import { utcDay } from '@refugia/contract/run-checks.ts';
import { SquareDashed } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Collapsible } from '../../ui/collapsible.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PanelSection } from '../../ui/panel.tsx';
import { Text } from '../../ui/typography.tsx';
import { CoordinatesForm } from './coordinates-form.tsx';
import { ExampleList } from './example-list.tsx';
import { formatKilometers } from './format.ts';
import type { PatrolPanelProps } from './patrol-panel.tsx';
import type { PatrolState } from './patrol-state.ts';
import styles from './views.module.css';

const { habitatPatrol: constants } = limits;

interface SetupViewProps extends PatrolPanelProps {
  state: Extract<PatrolState, { phase: 'empty' | 'ready' }>;
}

/** Before a run: the area, the dates, and examples for those who come for the first time. */
export function SetupView(props: SetupViewProps) {
  const { state, controller, imagery, isImageryMissing } = props;
  return (
    <>
      <PanelSection title="Area of interest">
        <AreaChoice {...props} />
      </PanelSection>
      <PanelSection title="Compare images between">
        <div className={styles.dates}>
          <DateField
            label="Start date"
            value={state.startDate}
            min={`${constants.earliestStartYear}-01-01`}
            max={utcDay(new Date())}
            onChange={(startDate) => controller.dispatch({ type: 'dates-changed', startDate })}
          />
          <DateField
            label="End date"
            value={state.endDate}
            min={`${constants.earliestStartYear}-01-01`}
            max={utcDay(new Date())}
            onChange={(endDate) => controller.dispatch({ type: 'dates-changed', endDate })}
          />
        </div>
      </PanelSection>
      {state.phase === 'empty' && imagery?.examples.length !== 0 && (
        <PanelSection title="Try an example">
          <ExampleList
            imagery={imagery}
            isMissing={isImageryMissing}
            onPick={(picked) =>
              controller.dispatch({ type: 'area-picked', origin: 'example', ...picked })
            }
          />
        </PanelSection>
      )}
    </>
  );
}

function AreaChoice({ state, controller, onDrawPress, visibleBounds }: SetupViewProps) {
  if (state.phase === 'ready') {
    return (
      <div className={styles.areaSummary}>
        <span className={styles.areaIcon}>
          <Icon of={SquareDashed} />
        </span>
        <div className={styles.areaWords}>
          <Text number={2}>Area ready</Text>
          <Text number={3} tone="soft">
            Perimeter {formatKilometers(perimeterMeters(state.area))}
          </Text>
        </div>
        <Button kind="text" size="sm" onPress={() => controller.dispatch({ type: 'area-removed' })}>
          Remove
        </Button>
      </div>
    );
  }
  return (
    <>
      <Text number={2} tone="soft">
        Draw a rectangle around the place to look at: small areas, up to{' '}
        {formatKilometers(constants.maxPerimeterMeters)} around, anywhere in the continental United
        States.
      </Text>
      <Button kind="secondary" icon={<Icon of={SquareDashed} size="sm" />} onPress={onDrawPress}>
        Draw on the map
      </Button>
      <Collapsible title="Enter coordinates" headingLevel={4}>
        <CoordinatesForm
          visibleBounds={visibleBounds}
          onSubmit={(area) => controller.dispatch({ type: 'area-picked', area, origin: 'entered' })}
        />
      </Collapsible>
    </>
  );
}
