import type { PatrolPhase } from '../state/patrol-state.ts';

/** The steps of the tutorial, in their order. */
export const tutorialStepNames = ['area', 'more', 'tools', 'dates', 'result'] as const;
export type TutorialStepName = (typeof tutorialStepNames)[number];

/** The step that a person has reached at this phase of the screen. */
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
