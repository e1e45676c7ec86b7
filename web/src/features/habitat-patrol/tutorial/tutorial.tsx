import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTouch } from '../../../lib/use-touch.ts';
import { Button, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ThemedPicture } from '../../../ui/media/themed-picture.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import type { PatrolPhase } from '../state/patrol-state.ts';
import styles from './tutorial.module.css';
import { buttonOf, stepOf, tutorialStepNames } from './tutorial-place.ts';
import { tutorialSteps, waitingWords } from './tutorial-steps.ts';

interface TutorialProps {
  phase: PatrolPhase;
  /** Runs an example for a person without an area, or is null if there is none. */
  onExample: (() => void) | null;
  /** Whether a tool is in hand. Where there is little room, its bar replaces the tutorial. */
  isDrawing: boolean;
  /** Whether the person opened it. Then it receives the focus, and returns it when it closes. */
  isAskedFor: boolean;
  onClose: () => void;
}

/** Explains step by step, beside the screen, how an area leads to a result. */
export function Tutorial(props: TutorialProps) {
  const { phase, onExample, isDrawing, isAskedFor, onClose } = props;
  const section = useRef<HTMLElement>(null);
  useFocusThereAndBack(section, isAskedFor);
  const isByTouch = useTouch();
  const [index, setIndex] = useStepIndex(phase);
  const name = tutorialStepNames[index];
  const { title, text, touchText, about, picture, alt } = tutorialSteps[name];
  const button = buttonOf(name, phase, onExample !== null);
  const words = button === 'wait' ? waitingWords : { title, text: isByTouch ? touchText : text };
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classNames(
        styles.tutorial,
        about === 'panel' && styles.aboutPanel,
        isDrawing && styles.drawing,
      )}
      aria-label="Tutorial"
    >
      {!isByTouch && <ThemedPicture className={styles.picture} source={picture} alt={alt} />}
      <div className={styles.words}>
        <div aria-live="polite">
          <PartHeading level={2}>{words.title}</PartHeading>
          <SideNote number={2}>{words.text}</SideNote>
        </div>
        <IconButton icon={X} label="Close the tutorial" onPress={onClose} />
      </div>
      <div className={styles.foot}>
        <Text number={3} tone="faint">
          {index + 1} of {tutorialStepNames.length}
        </Text>
        <div className={styles.buttons}>
          {index > 0 && button !== 'wait' && (
            <TextButton onPress={() => setIndex(index - 1)}>Back</TextButton>
          )}
          {button === 'next' && (
            <Button size="sm" onPress={() => setIndex(index + 1)}>
              Next
            </Button>
          )}
          {button === 'example' && (
            <Button size="sm" onPress={() => onExample?.()}>
              Run an example
            </Button>
          )}
          {button === 'close' && (
            <Button size="sm" onPress={onClose}>
              {phase === 'shown' ? 'Done' : 'Start'}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** The step that is shown. It follows the screen until the person leafs through the steps. */
function useStepIndex(phase: PatrolPhase) {
  const reached = tutorialStepNames.indexOf(stepOf(phase));
  const [index, setIndex] = useState(reached);
  const [former, setFormer] = useState(phase);
  if (phase !== former) {
    setFormer(phase);
    setIndex(reached);
  }
  return [index, setIndex] as const;
}

function useFocusThereAndBack(section: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const opener = document.activeElement;
    if (!isWanted || !(opener instanceof HTMLElement)) return;
    section.current?.focus();
    return () => {
      // If the focus has moved elsewhere meanwhile, it stays there.
      if (document.activeElement === document.body) opener.focus();
    };
  }, [section, isWanted]);
}
