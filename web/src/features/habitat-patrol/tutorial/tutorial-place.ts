import type { PatrolPhase } from '../state/patrol-state.ts';

/** The steps of the tutorial, in their order. */
export const tutorialStepNames = ['area', 'more', 'tools', 'dates', 'result'] as const;
export type TutorialStepName = (typeof tutorialStepNames)[number];

/** The step that a person who looks at this phase of the screen has come to. */
export function stepOf(phase: PatrolPhase): TutorialStepName {
  switch (phase) {
    case 'empty':
    case 'fetching':
    case 'unopened':
      return 'area';
    case 'ready':
    case 'running':
    case 'ended':
      return 'dates';
    case 'opening':
    case 'shown':
      return 'result';
  }
}

/** What the button at the end of a step does. */
export type TutorialButton = 'next' | 'wait' | 'example' | 'close';

/**
 * The tutorial ends with a result: with the person's own, or else with that of an example.
 * @param hasExample whether there is an example to run
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
