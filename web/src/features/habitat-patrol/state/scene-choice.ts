import type { SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';

/** The choice after excluding one scene, or including it again. */
export function toggleScene({ only, exclude = [] }: SceneChoice, id: string): SceneChoice {
  if (only !== undefined) {
    const others = only.filter((each) => each !== id);
    // A run needs at least one scene, so removing the last chosen one selects all again.
    if (others.length === 0) return {};
    return { only: others.length === only.length ? [...only, id] : others };
  }
  const others = exclude.filter((each) => each !== id);
  if (others.length === exclude.length) return { exclude: [...exclude, id] };
  return others.length === 0 ? {} : { exclude: others };
}

export function isChosen({ only, exclude = [] }: SceneChoice, id: string): boolean {
  return only === undefined ? !exclude.includes(id) : only.includes(id);
}

/** Whether nothing was chosen or left out. */
export function isEveryScene({ only, exclude = [] }: SceneChoice): boolean {
  return only === undefined && exclude.length === 0;
}

/** Ids do not contain this separator, and addresses need not escape it. */
const separator = '*';
/** The longest text for each date. A longer choice lasts as long as the page. */
const maxCharacters = 3_000;
const idPattern = /^[^*\s]{1,200}$/;

/**
 * Writes a date's choice of scenes for an address, such as `without*S2A_1*S2B_2`.
 * @returns null if all scenes may be used
 */
export function writeScenesText(choice: SceneChoice): string | null {
  if (isEveryScene(choice)) return null;
  const { only, exclude = [] } = choice;
  const ids = only ?? exclude;
  const text = [only ? 'only' : 'without', ...ids].join(separator);
  return ids.every((id) => idPattern.test(id)) && text.length <= maxCharacters ? text : null;
}

/** Reads the text of `writeScenesText`. Any other text means that all scenes may be used. */
export function readScenesText(text: string | null): SceneChoice {
  const [word, ...ids] = text?.split(separator) ?? [];
  const isList =
    ids.length > 0 &&
    ids.length <= limits.habitatPatrol.maxChosenScenes &&
    ids.every((id) => idPattern.test(id));
  if (!isList) return {};
  if (word === 'only') return { only: ids };
  return word === 'without' ? { exclude: ids } : {};
}
