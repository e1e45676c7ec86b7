import { limits } from '@refugia/contract/limits.ts';
import { utcDay } from '@refugia/contract/run-checks.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { PanelSection } from '../../../ui/panel.tsx';
import { AreaSummary } from '../area/area-summary.tsx';
import { ExampleList } from '../area/example-list.tsx';
import { FetchingArea } from '../area/fetching-area.tsx';
import { MethodChoice } from '../method/method-choice.tsx';
import { RunsLink } from '../runs/runs-link.tsx';
import { SceneChoices } from '../scenes/scene-choices.tsx';
import type { PatrolState } from '../state/patrol-state.ts';
import styles from '../views.module.css';
import { AreaChoice } from './area-choice.tsx';
import type { PatrolPanelProps } from './patrol-panel.tsx';

const { habitatPatrol: constants } = limits;

interface SetupViewProps extends PatrolPanelProps {
  state: Extract<PatrolState, { phase: 'empty' | 'fetching' | 'ready' }>;
}

/** Before a run: the area, the dates, how they are compared, and examples for those who are new. */
export function SetupView(props: SetupViewProps) {
  const { state, controller, imagery, isImageryMissing } = props;
  return (
    <>
      <PanelSection title="Area of interest" isLanding={state.phase !== 'ready'}>
        <AreaOfInterest {...props} />
      </PanelSection>
      <PanelSection title="Compare images between">
        <Dates state={state} controller={controller} />
        <div>
          {state.phase === 'ready' && <SceneChoices state={state} controller={controller} />}
          <MethodChoice state={state} controller={controller} />
        </div>
      </PanelSection>
      {state.phase === 'empty' && imagery?.examples.length !== 0 && (
        <PanelSection title="Try an example">
          <ExampleList
            imagery={imagery}
            isMissing={isImageryMissing}
            onPick={({ name, ...picked }) =>
              controller.dispatch({
                type: 'area-picked',
                origin: { kind: 'example', name },
                ...picked,
              })
            }
          />
        </PanelSection>
      )}
      {state.phase === 'empty' && (
        <PanelSection>
          <RunsLink />
        </PanelSection>
      )}
    </>
  );
}

function AreaOfInterest(props: SetupViewProps) {
  const { state, controller, onEditPress } = props;
  const remove = () => controller.dispatch({ type: 'area-removed' });
  switch (state.phase) {
    case 'empty':
      return <AreaChoice {...props} />;
    case 'fetching':
      return <FetchingArea pick={state.pick} onCancel={remove} />;
    case 'ready':
      return <AreaSummary interest={state} onEdit={onEditPress} onRemove={remove} />;
  }
}

function Dates({ state, controller }: Pick<SetupViewProps, 'state' | 'controller'>) {
  const range = { min: `${constants.earliestStartYear}-01-01`, max: utcDay(new Date()) };
  return (
    <div className={styles.dates}>
      <DateField
        {...range}
        label="Start date"
        value={state.startDate}
        onChange={(startDate) => controller.dispatch({ type: 'dates-changed', startDate })}
      />
      <DateField
        {...range}
        label="End date"
        value={state.endDate}
        onChange={(endDate) => controller.dispatch({ type: 'dates-changed', endDate })}
      />
    </div>
  );
}
