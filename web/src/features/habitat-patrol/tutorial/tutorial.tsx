import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTouch } from '../../../lib/use-touch.ts';
import { Button, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ThemedPicture, type ThemedSource } from '../../../ui/media/themed-picture.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import areaDark from '../pictures/tutorial-area-dark.avif';
import areaLight from '../pictures/tutorial-area-light.avif';
import datesDark from '../pictures/tutorial-dates-dark.avif';
import datesLight from '../pictures/tutorial-dates-light.avif';
import moreDark from '../pictures/tutorial-more-dark.avif';
import moreLight from '../pictures/tutorial-more-light.avif';
import resultDark from '../pictures/tutorial-result-dark.avif';
import resultLight from '../pictures/tutorial-result-light.avif';
import toolsDark from '../pictures/tutorial-tools-dark.avif';
import toolsLight from '../pictures/tutorial-tools-light.avif';
import type { PatrolPhase } from '../state/patrol-state.ts';
import styles from './tutorial.module.css';
import { buttonOf, stepOf, type TutorialStepName, tutorialStepNames } from './tutorial-place.ts';

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

interface TutorialStep {
  readonly title: string;
  /** The text for a mouse and keys. */
  readonly text: string;
  /** The text for touch screens. It has no picture, which would look like a second map there. */
  readonly touchText: string;
  /** What it speaks of, which the tutorial must not cover on a phone. */
  readonly about: 'map' | 'panel';
  readonly picture: ThemedSource;
  readonly alt: string;
}

/** The pictures are twice as wide as they are shown. */
const size = { width: 832, height: 520 };

/** The steps. `npm run pictures` takes their pictures of the running screen. */
const tutorialSteps: Readonly<Record<TutorialStepName, TutorialStep>> = {
  area: {
    title: 'Choose an area',
    about: 'map',
    text: 'Take the rectangle at the upper right and drag it over the place. Keep it small: Shift+Z zooms in to where the mouse is.',
    picture: { light: areaLight, dark: areaDark, ...size },
    alt: 'A rectangle being drawn on the map, with its perimeter and area beside it',
    touchText:
      'Tap the rectangle at the upper right, then drag a finger over the place, or tap two corners. Keep it small: pinch to come closer first.',
  },
  more: {
    title: 'Or bring one',
    about: 'panel',
    text: 'File or species opens a window where you upload a vector file, or find the range or critical habitat of a protected species.',
    picture: { light: moreLight, dark: moreDark, ...size },
    alt: 'The window Add an Area Of Interest with its two searches and the file upload',
    touchText:
      'Tap File or species under the map to upload a vector file, or to find the range or critical habitat of a protected species.',
  },
  tools: {
    title: 'Shape it',
    about: 'map',
    text: 'The polygon is below the rectangle. More tools edits the area: drag its corners, add some, take some away. Undo brings back whatever went.',
    picture: { light: toolsLight, dark: toolsDark, ...size },
    alt: 'A polygon on the map with a handle at each corner',
    touchText:
      'The polygon is below the rectangle. The three dots edit the area: move its corners with a finger, and tap a small dot to add one. Undo brings back whatever went.',
  },
  dates: {
    title: 'Choose two dates and run',
    about: 'panel',
    text: 'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Run starts: it takes a minute or so.',
    picture: { light: datesLight, dark: datesDark, ...size },
    alt: 'The side panel with two dates and the list of scenes under them',
    touchText:
      'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Tap Run: it takes a minute or so.',
  },
  result: {
    title: 'Look at what changed',
    about: 'panel',
    text: 'Before, after and change lie on the map. The sliders set how strongly each shows; the panel says how much changed.',
    picture: { light: resultLight, dark: resultDark, ...size },
    alt: 'A result on the map: changed ground outlined, with sliders and figures in the panel',
    touchText:
      'Before, after and change lie on the map; the sheet says how much changed. Draw its upper edge up to see all of it, or down to see more of the map.',
  },
};

const waitingWords = {
  title: 'The analysis runs',
  text: 'Clear images of both dates are found and compared. The result comes by itself, in a minute or so.',
};
