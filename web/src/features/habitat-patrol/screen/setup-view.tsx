import { readArea } from '@refugia/contract/area.ts';
import { limits } from '@refugia/contract/limits.ts';
import { ChevronRight, Plus, SquareDashed } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import type { Rectangle } from '../../../map/places.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { AreaSummary, FetchingArea } from '../area/area-summary.tsx';
import { CoordinatesForm } from '../area/coordinates-form.tsx';
import { RefusedArea } from '../area/refused-area.tsx';
import { DatesSection } from '../dates/dates-section.tsx';
import { formatDate, formatKilometers } from '../format.ts';
import { MethodChoice } from '../method/method-choice.tsx';
import { useImagery } from '../patrol/patrol-api.ts';
import { useController } from '../patrol/use-controller.ts';
import type { ResultTools } from '../result/use-result-tools.ts';
import { RunsLink } from '../runs/run-name.tsx';
import { ExpectedView, SummerOffer } from '../scenes/expected-view.tsx';
import { SceneChoices } from '../scenes/scene-choices.tsx';
import type { PatrolState } from '../state/patrol-state.ts';
import styles from '../views.module.css';

export interface PatrolPanelProps {
  state: PatrolState;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  onDrawPress: () => void;
  onEditPress: () => void;
  onAddAreaPress: () => void;
  onTutorialPress: () => void;
  resultTools: ResultTools;
  onShow: (bounds: Rectangle) => void;
  /** Null while there is no map. */
  visibleBounds: () => Rectangle | null;
}

interface SetupViewProps extends PatrolPanelProps {
  state: Extract<PatrolState, { phase: 'empty' | 'fetching' | 'ready' }>;
}

/** The panel before a run: the area, the dates, the method, and examples for new users. */
export function SetupView(props: SetupViewProps) {
  const { state } = props;
  return (
    <>
      <PanelSection title="Area of interest" isLanding={state.phase !== 'ready'}>
        <AreaOfInterest {...props} />
      </PanelSection>
      <PanelSection title="Compare images between">
        {state.phase === 'ready' && <SummerOffer state={state} />}
        <DatesSection state={state} />
        {state.phase === 'ready' && <ExpectedView state={state} />}
        <div>
          {state.phase === 'ready' && <SceneChoices state={state} />}
          <MethodChoice state={state} />
        </div>
      </PanelSection>
      {state.phase === 'empty' && (
        <>
          <Examples />
          <PanelSection>
            <RunsLink />
          </PanelSection>
        </>
      )}
    </>
  );
}

function AreaOfInterest(props: SetupViewProps) {
  const { state, onEditPress } = props;
  switch (state.phase) {
    case 'empty':
      return <AreaChoice {...props} />;
    case 'fetching':
      return <FetchingArea pick={state.pick} />;
    case 'ready':
      return <AreaSummary interest={state} onEdit={onEditPress} />;
  }
}

function AreaChoice(props: PatrolPanelProps) {
  const { state, onShow, onDrawPress, onAddAreaPress, visibleBounds } = props;
  const { dispatch } = useController();
  return (
    <>
      {state.phase === 'empty' && state.refused && (
        <RefusedArea area={state.refused} onShow={onShow} />
      )}
      <SideNote number={2}>
        Draw around the place to look at: small areas, up to{' '}
        {formatKilometers(limits.habitatPatrol.maxPerimeterMeters)} around, anywhere in the
        continental United States. Or bring a file, or the range of a species.
      </SideNote>
      <div className={styles.ways}>
        <Button kind="secondary" wide icon={SquareDashed} onPress={onDrawPress}>
          Draw on the map
        </Button>
        <Button kind="secondary" wide icon={Plus} onPress={onAddAreaPress}>
          File or species
        </Button>
      </div>
      <Collapsible title="Enter coordinates" headingLevel={4}>
        <CoordinatesForm
          visibleBounds={visibleBounds}
          onSubmit={(area) => dispatch({ type: 'area-picked', area, origin: { kind: 'entered' } })}
        />
      </Collapsible>
    </>
  );
}

function Examples() {
  const { dispatch } = useController();
  const { data: imagery, isError } = useImagery();
  if (imagery?.examples.length === 0) return null;
  return (
    <PanelSection title="Try an example">
      {isError && (
        <SideNote number={2}>
          The examples could not be loaded. Please reload the page to try again.
        </SideNote>
      )}
      {!isError && imagery === undefined && <Spinner label="Loading examples" showLabel />}
      {imagery !== undefined && (
        <ul className={styles.examples}>
          {imagery.examples.map(({ name, coords, startDate, endDate }) => (
            <li key={name}>
              <AriaButton
                className={styles.example}
                onPress={() => {
                  const area = readArea(coords);
                  const origin = { kind: 'example', name } as const;
                  if (area === null) return;
                  dispatch({ type: 'area-picked', area, origin, startDate, endDate });
                }}
              >
                <span className={styles.exampleWords}>
                  <span className={styles.exampleName}>{name}</span>
                  <span className={styles.exampleDates}>
                    {formatDate(startDate)} – {formatDate(endDate)}
                  </span>
                </span>
                <Icon of={ChevronRight} size="sm" />
              </AriaButton>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  );
}
