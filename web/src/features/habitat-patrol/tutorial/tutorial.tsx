import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ThemedPicture } from '../../../ui/themed-picture.tsx';
import { Heading, Text } from '../../../ui/typography.tsx';
import styles from './tutorial.module.css';
import { tutorialSteps } from './tutorial-steps.ts';

interface TutorialProps {
  /** Whether the person opened it. Then it receives the focus, and returns it when it closes. */
  isAskedFor: boolean;
  onClose: () => void;
}

/** Explains the way from an area to a result step by step, beside the screen. */
export function Tutorial({ isAskedFor, onClose }: TutorialProps) {
  const section = useRef<HTMLElement>(null);
  useFocusThereAndBack(section, isAskedFor);
  const [index, setIndex] = useState(0);
  const { title, text, picture, alt } = tutorialSteps[index]!;
  const isLast = index === tutorialSteps.length - 1;
  return (
    <section ref={section} tabIndex={-1} className={styles.tutorial} aria-label="Tutorial">
      <ThemedPicture className={styles.picture!} source={picture} alt={alt} />
      <div className={styles.words}>
        <div aria-live="polite">
          <Heading level={2} look={4}>
            {title}
          </Heading>
          <Text number={2} tone="soft">
            {text}
          </Text>
        </div>
        <Button
          kind="text"
          size="sm"
          aria-label="Close the tutorial"
          icon={<Icon of={X} size="sm" />}
          onPress={onClose}
        />
      </div>
      <div className={styles.foot}>
        <Text number={3} tone="faint">
          {index + 1} of {tutorialSteps.length}
        </Text>
        <div className={styles.buttons}>
          {index > 0 && (
            <Button kind="text" size="sm" onPress={() => setIndex(index - 1)}>
              Back
            </Button>
          )}
          <Button size="sm" onPress={isLast ? onClose : () => setIndex(index + 1)}>
            {isLast ? 'Start' : 'Next'}
          </Button>
        </div>
      </div>
    </section>
  );
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
