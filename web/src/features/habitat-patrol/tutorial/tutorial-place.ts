import type { PatrolPhase } from '../state/patrol-state.ts';

/** The steps of the tutorial, in their order. */
export const tutorialStepNames = ['area', 'more', 'tools', 'dates', 'result'] as const;
export type TutorialStepName = (typeof tutorialStepNames)[number];

/** The step that a person has reached at this phase of the screen. */
export const stepOf = (phase: PatrolPhase): TutorialStepName => steps[phase];

const steps: Readonly<Record<PatrolPhase, TutorialStepName>> = {
  empty: 'area',
  fetching: 'area',
  unopened: 'area',
  ready: 'dates',
  running: 'dates',
  ended: 'dates',
  opening: 'result',
  shown: 'result',
};

type TutorialButton = 'next' | 'wait' | 'example' | 'close';

/**
 * What the button at the end of a step does. The tutorial ends with a result: the person's own, or
 * an example's.
 */
export function buttonOf(
  step: TutorialStepName,
  phase: PatrolPhase,
  hasExample: boolean,
): TutorialButton {
  if (phase === 'running') return 'wait';
  if (phase === 'shown') return step === 'result' ? 'close' : 'next';
  if (step !== 'result') return 'next';
  return hasExample ? 'example' : 'close';
}
