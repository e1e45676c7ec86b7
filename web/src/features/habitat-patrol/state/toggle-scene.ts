import type { SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';

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

/** Whether the choice includes this scene. */
export function isChosen({ only, exclude = [] }: SceneChoice, id: string): boolean {
  return only === undefined ? !exclude.includes(id) : only.includes(id);
}

/** Whether nothing was chosen or left out. */
export function isEveryScene({ only, exclude = [] }: SceneChoice): boolean {
  return only === undefined && exclude.length === 0;
}
