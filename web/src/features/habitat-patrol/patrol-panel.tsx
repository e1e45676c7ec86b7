import type { Imagery } from '@refugia/contract/habitat-patrol.ts';
import { utcDay } from '@refugia/contract/run-checks.ts';
import { type ReactNode, useState } from 'react';
import type { Rectangle } from '../../map/drawing/rectangle-tool.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PatrolController } from './patrol-controller.ts';
import type { PatrolState } from './patrol-state.ts';
import { ResultView } from './result-view.tsx';
import { RunningView } from './running-view.tsx';
import { SetupView } from './setup-view.tsx';

export interface PatrolPanelProps {
  state: PatrolState;
  controller: PatrolController;
  /** Undefined until it is known. */
  imagery: Imagery | undefined;
  isImageryMissing: boolean;
  onDrawPress: () => void;
  /** What of the map is in view; null while there is no map. */
  visibleBounds: () => Rectangle | null;
}

/** The side panel: its content and its one main button follow the state. */
export function PatrolPanel(props: PatrolPanelProps) {
  const [isOpen, setIsOpen] = useState(true);
  const { state, imagery } = props;
  return (
    <Panel
      title="Habitat Patrol"
      subtitle={state.phase === 'shown' ? state.result.imagery.label : imagery?.label}
      isOpen={isOpen}
      onToggle={setIsOpen}
      footer={<MainButton {...props} />}
    >
      <Content {...props} />
    </Panel>
  );
}

function Content(props: PatrolPanelProps): ReactNode {
  const { state, controller } = props;
  switch (state.phase) {
    case 'empty':
    case 'ready':
      return <SetupView {...props} state={state} />;
    case 'opening':
      return <Spinner label="Opening the result" showLabel />;
    case 'running':
      return <RunningView state={state} />;
    case 'shown':
      return <ResultView state={state} controller={controller} />;
  }
}

function MainButton({ state, controller }: PatrolPanelProps): ReactNode {
  switch (state.phase) {
    case 'empty':
    case 'ready':
      return (
        <Button
          wide
          size="lg"
          isDisabled={state.phase === 'empty'}
          onPress={() => controller.dispatch({ type: 'run-requested', today: utcDay(new Date()) })}
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
          onPress={() => void controller.cancel()}
        >
          Cancel
        </Button>
      );
    case 'shown':
      return (
        <Button
          wide
          size="lg"
          kind="secondary"
          onPress={() => controller.dispatch({ type: 'reset' })}
        >
          Reset
        </Button>
      );
  }
}
