import { checkRun, utcDay } from '@refugia/contract/run-checks.ts';
import type { SceneSurvey } from '@refugia/contract/run-scenes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestRefusedError } from '../../lib/api-errors.ts';
import { Collapsible } from '../../ui/collapsible.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Text } from '../../ui/typography.tsx';
import { requestOf } from './analysis-request.ts';
import { ChoiceTitle } from './method-choice.tsx';
import { fetchScenes } from './patrol-api.ts';
import type { PatrolController } from './patrol-controller.ts';
import type { SceneChoices as Choices, Ready } from './patrol-state.ts';
import { SceneList } from './scene-list.tsx';
import { isEveryScene } from './toggle-scene.ts';
import styles from './views.module.css';

interface SceneChoicesProps {
  state: Ready;
  controller: PatrolController;
}

/** The scenes that a run would use, by date and clouds, to be left out or chosen. */
export function SceneChoices({ state, controller }: SceneChoicesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Collapsible
      title={<ChoiceTitle name="Scenes" value={choiceText(state.scenes)} />}
      headingLevel={4}
      onToggle={setIsOpen}
    >
      <div className={styles.choice}>
        {isOpen && <Survey state={state} controller={controller} />}
      </div>
    </Collapsible>
  );
}

function choiceText({ before, after }: Choices): string {
  return isEveryScene(before) && isEveryScene(after) ? 'Chosen by cloud' : 'Chosen by you';
}

function Survey({ state, controller }: SceneChoicesProps) {
  const request = requestOf(state);
  const { startDate, endDate } = state;
  const refusal = checkRun({
    running: false,
    hasArea: true,
    startDate,
    endDate,
    today: utcDay(new Date()),
  });
  const { data, error, isFetching } = useQuery({
    queryKey: ['changedetection', 'scenes', request],
    queryFn: ({ signal }) => fetchScenes(request, signal),
    enabled: refusal === null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (refusal !== null) return <Notice type="warning">{refusal.message}</Notice>;
  if (error) return <Notice type="error">{sentenceOf(error)}</Notice>;
  if (data === undefined) return <Spinner label="Looking at the scenes for clouds" showLabel />;
  return <Lists survey={data} isStale={isFetching} state={state} controller={controller} />;
}

function sentenceOf(error: Error): string {
  return error instanceof RequestRefusedError
    ? error.message
    : 'The scenes could not be looked up. The analysis can be run all the same.';
}

interface ListsProps extends SceneChoicesProps {
  survey: SceneSurvey;
  /** The lists are of the choice before this one. */
  isStale: boolean;
}

function Lists({ survey, isStale, state, controller }: ListsProps) {
  const isEmpty = survey.before.scenes.length === 0 && survey.after.scenes.length === 0;
  if (isEmpty && survey.notes.length > 0) return <Text number={2}>{survey.notes.join(' ')}</Text>;
  return (
    <>
      {(['before', 'after'] as const).map((date) => (
        <SceneList
          key={date}
          title={date === 'before' ? 'Before' : 'After'}
          scenes={survey[date]}
          choice={state.scenes[date]}
          isComplete={survey.is_complete}
          isStale={isStale}
          onChange={(choice) => controller.dispatch({ type: 'scenes-chosen', date, choice })}
        />
      ))}
      <Text number={3} tone="soft">
        Scenes within {survey.window_days} days of each date.
        {!survey.is_complete &&
          ' Time ran out before all of them had been looked at: some shares are those of the whole scene, as its catalogue says. The run looks at all of them.'}
      </Text>
    </>
  );
}
