import { limits } from '@refugia/contract/limits.ts';
import { Plus, SquareDashed } from 'lucide-react';
import { Button } from '../../../ui/actions/button.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { CoordinatesForm } from '../area/coordinates-form.tsx';
import { RefusedArea } from '../area/refused-area.tsx';
import { formatKilometers } from '../format.ts';
import styles from '../views.module.css';
import type { PatrolPanelProps } from './patrol-panel-props.ts';

/** The ways to choose an area of interest. */
export function AreaChoice({
  state,
  controller,
  onLook,
  onDrawPress,
  onAddAreaPress,
  visibleBounds,
}: PatrolPanelProps) {
  return (
    <>
      {state.phase === 'empty' && state.refused && (
        <RefusedArea area={state.refused} controller={controller} onLook={onLook} />
      )}
      <Text number={2} tone="soft">
        Draw around the place to look at: small areas, up to{' '}
        {formatKilometers(limits.habitatPatrol.maxPerimeterMeters)} around, anywhere in the
        continental United States. Or bring a file, or the range of a species.
      </Text>
      <div className={styles.ways}>
        <Button
          kind="secondary"
          wide
          icon={<Icon of={SquareDashed} size="sm" />}
          onPress={onDrawPress}
        >
          Draw on the map
        </Button>
        <Button kind="secondary" wide icon={<Icon of={Plus} size="sm" />} onPress={onAddAreaPress}>
          File or species
        </Button>
      </div>
      <Collapsible title="Enter coordinates" headingLevel={4}>
        <CoordinatesForm
          visibleBounds={visibleBounds}
          onSubmit={(area) =>
            controller.dispatch({ type: 'area-picked', area, origin: { kind: 'entered' } })
          }
        />
      </Collapsible>
    </>
  );
}
