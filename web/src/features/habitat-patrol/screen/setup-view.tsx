import { PanelSection } from '../../../ui/layout/panel.tsx';
import { AreaSummary } from '../area/area-summary.tsx';
import { ExampleList } from '../area/example-list.tsx';
import { FetchingArea } from '../area/fetching-area.tsx';
import { DatesSection } from '../dates/dates-section.tsx';
import { MethodChoice } from '../method/method-choice.tsx';
import { RunsLink } from '../runs/runs-link.tsx';
import { ExpectedView, SummerOffer } from '../scenes/expected-view.tsx';
import { SceneChoices } from '../scenes/scene-choices.tsx';
import type { PatrolState } from '../state/patrol-state.ts';
import { AreaChoice } from './area-choice.tsx';
import type { PatrolPanelProps } from './patrol-panel-props.ts';

interface SetupViewProps extends PatrolPanelProps {
  state: Extract<PatrolState, { phase: 'empty' | 'fetching' | 'ready' }>;
}

/** The panel before a run: the area, the dates, the method, and examples for new users. */
export function SetupView(props: SetupViewProps) {
  const { state, controller, imagery, isImageryMissing } = props;
  return (
    <>
      <PanelSection title="Area of interest" isLanding={state.phase !== 'ready'}>
        <AreaOfInterest {...props} />
      </PanelSection>
      <PanelSection title="Compare images between">
        {state.phase === 'ready' && <SummerOffer state={state} controller={controller} />}
        <DatesSection state={state} controller={controller} />
        {state.phase === 'ready' && <ExpectedView state={state} controller={controller} />}
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
