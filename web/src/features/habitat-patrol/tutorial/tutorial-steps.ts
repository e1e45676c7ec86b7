import type { ThemedSource } from '../../../ui/themed-picture.tsx';
import areaDark from '../pictures/tutorial-area-dark.avif';
import areaLight from '../pictures/tutorial-area-light.avif';
import areaPhoneDark from '../pictures/tutorial-area-phone-dark.avif';
import areaPhoneLight from '../pictures/tutorial-area-phone-light.avif';
import datesDark from '../pictures/tutorial-dates-dark.avif';
import datesLight from '../pictures/tutorial-dates-light.avif';
import datesPhoneDark from '../pictures/tutorial-dates-phone-dark.avif';
import datesPhoneLight from '../pictures/tutorial-dates-phone-light.avif';
import moreDark from '../pictures/tutorial-more-dark.avif';
import moreLight from '../pictures/tutorial-more-light.avif';
import morePhoneDark from '../pictures/tutorial-more-phone-dark.avif';
import morePhoneLight from '../pictures/tutorial-more-phone-light.avif';
import resultDark from '../pictures/tutorial-result-dark.avif';
import resultLight from '../pictures/tutorial-result-light.avif';
import resultPhoneDark from '../pictures/tutorial-result-phone-dark.avif';
import resultPhoneLight from '../pictures/tutorial-result-phone-light.avif';
import toolsDark from '../pictures/tutorial-tools-dark.avif';
import toolsLight from '../pictures/tutorial-tools-light.avif';
import toolsPhoneDark from '../pictures/tutorial-tools-phone-dark.avif';
import toolsPhoneLight from '../pictures/tutorial-tools-phone-light.avif';
import type { TutorialStepName } from './tutorial-place.ts';

interface StepLook {
  readonly text: string;
  readonly picture: ThemedSource;
  /** The picture's description for screen readers. */
  readonly alt: string;
}

interface TutorialStep {
  readonly title: string;
  /** The text and picture for a mouse and keys. */
  readonly desk: StepLook;
  /** The text for touch screens, with a picture of a phone. */
  readonly phone: StepLook;
}

/** The pictures are twice as wide as they are shown. */
const size = { width: 832, height: 520 };
const phoneSize = { width: 780, height: 488 };

/** The steps. `npm run pictures` takes their pictures of the running screen. */
export const tutorialSteps: Readonly<Record<TutorialStepName, TutorialStep>> = {
  area: {
    title: 'Choose an area',
    desk: {
      text: 'Take the rectangle at the upper right and drag it over the place. Keep it small: Shift+Z zooms in to where the mouse is.',
      picture: { light: areaLight, dark: areaDark, ...size },
      alt: 'A rectangle being drawn on the map, with its perimeter and area beside it',
    },
    phone: {
      text: 'Tap the rectangle at the upper right, then drag a finger over the place, or tap two corners. Keep it small: pinch to come closer first.',
      picture: { light: areaPhoneLight, dark: areaPhoneDark, ...phoneSize },
      alt: "A phone's map with a rectangle around the place, and the tools beside it",
    },
  },
  more: {
    title: 'Or bring one',
    desk: {
      text: 'File or species opens a window where you upload a vector file, or find the range or critical habitat of a protected species.',
      picture: { light: moreLight, dark: moreDark, ...size },
      alt: 'The window Add an Area Of Interest with its two searches and the file upload',
    },
    phone: {
      text: 'Tap File or species under the map to upload a vector file, or to find the range or critical habitat of a protected species.',
      picture: { light: morePhoneLight, dark: morePhoneDark, ...phoneSize },
      alt: "A phone's screen with the window Add an Area Of Interest",
    },
  },
  tools: {
    title: 'Shape it',
    desk: {
      text: 'More tools draws polygons and edits the area: drag its corners, add some, take some away. Undo brings back whatever went.',
      picture: { light: toolsLight, dark: toolsDark, ...size },
      alt: 'A polygon on the map with a handle at each corner',
    },
    phone: {
      text: 'The three dots draw polygons and edit the area: move its corners with a finger, and tap a small dot to add one. Undo brings back whatever went.',
      picture: { light: toolsPhoneLight, dark: toolsPhoneDark, ...phoneSize },
      alt: "A phone's map with a handle at each corner of the area",
    },
  },
  dates: {
    title: 'Choose two dates and run',
    desk: {
      text: 'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Run starts: it takes a minute or so.',
      picture: { light: datesLight, dark: datesDark, ...size },
      alt: 'The side panel with two dates and the list of scenes under them',
    },
    phone: {
      text: 'Dates reach back to 2015. Scenes shows which images would be used and how cloudy they are. Tap Run: it takes a minute or so.',
      picture: { light: datesPhoneLight, dark: datesPhoneDark, ...phoneSize },
      alt: "A phone's sheet with two dates and the button Run",
    },
  },
  result: {
    title: 'Look at what changed',
    desk: {
      text: 'Before, after and change lie on the map. The sliders set how strongly each shows; the panel says how much changed.',
      picture: { light: resultLight, dark: resultDark, ...size },
      alt: 'A result on the map: changed ground outlined, with sliders and figures in the panel',
    },
    phone: {
      text: 'Before, after and change lie on the map; the sheet says how much changed. Draw its upper edge up to see all of it, or down to see more of the map.',
      picture: { light: resultPhoneLight, dark: resultPhoneDark, ...phoneSize },
      alt: "A result on a phone's map, with its figures in the sheet below",
    },
  },
};

/** While an analysis runs, the tutorial waits with the person. */
export const waitingWords = {
  title: 'The analysis runs',
  text: 'Clear images of both dates are found and compared. The result comes by itself, in a minute or so.',
};
