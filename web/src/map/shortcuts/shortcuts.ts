import { useEffect, useMemo } from 'react';
import { Store, useStore } from '../../lib/store.ts';
import { isInUndoing, isInUntouched, isWriting } from '../is-writing.ts';
import { usePageKeys } from '../map-events.ts';
import { StoredSwitch } from '../stored-switch.ts';

/** Keys that do something on the screen of a map. */
interface Shortcut {
  readonly keys: string;
  /** The effect, such as `Draw a polygon`. */
  readonly does: string;
}

/** A key of one letter or sign, with what it does. */
export interface LetterKey extends Shortcut {
  readonly run: () => void;
}

/** Shortcuts under the heading that the list of keys gives them. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** The shortcuts that work at this moment: each part of the screen enters its own while it is shown. */
class ShownShortcuts extends Store<readonly ShortcutGroup[]> {
  add(group: ShortcutGroup): () => void {
    this.setState([...this.getState(), group]);
    return () => this.setState(this.getState().filter((each) => each !== group));
  }
}
const shown = new ShownShortcuts([]);

/** Whether keys of one letter act. People who dictate, or press keys by accident, switch them off. */
export const letterKeys = new StoredSwitch('letter-keys');

/** All shortcuts that work at this moment. Groups of the same title are joined. */
export function useShownShortcuts(): readonly ShortcutGroup[] {
  const groups = useStore(shown);
  return useMemo(() => joinGroups(groups), [groups]);
}

/** Joins the shortcuts of groups with the same title, in the order of their first one. */
export function joinGroups(groups: readonly ShortcutGroup[]): readonly ShortcutGroup[] {
  const joined = Map.groupBy(groups, ({ title }) => title);
  return [...joined].map(([title, parts]) => ({
    title,
    shortcuts: parts.flatMap(({ shortcuts }) => shortcuts),
  }));
}

/** Shows shortcuts in the list of keys while this component is shown. @param group a constant */
export function useListedShortcuts(group: ShortcutGroup | null): void {
  useEffect(() => (group ? shown.add(group) : undefined), [group]);
}

/**
 * Lets keys of one letter act while this component is shown, and shows them in the list of keys. They
 * rest while a person writes, chooses from a list, or has switched them off.
 * @param title the heading in the list
 */
export function useLetterKeys(title: string, keys: readonly LetterKey[]): void {
  const isOn = useStore(letterKeys);
  // The list changes with what it says, and not with each rendering.
  const text = JSON.stringify(keys.map(({ keys: letter, does }) => ({ keys: letter, does })));
  useListedShortcuts(useMemo(() => ({ title, shortcuts: JSON.parse(text) }), [title, text]));
  usePageKeys(
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isWriting(event) || isInList(event)) return;
      const key = keys.find((each) => each.keys.toLowerCase() === event.key.toLowerCase());
      if (!key) return;
      event.preventDefault();
      key.run();
    },
    isOn && keys.length > 0,
  );
}

/** The keys of the tools that set places on the map. */
export const drawingKeys: ShortcutGroup = {
  title: 'Drawing',
  shortcuts: [
    { keys: 'Space', does: 'Set a corner in the middle of the map' },
    { keys: 'Enter', does: 'Finish the shape' },
    { keys: 'Backspace', does: 'Take the last corner back' },
    { keys: 'Escape', does: 'Put the tool down' },
  ],
};

const undoKeys: ShortcutGroup = {
  title: 'Steps',
  shortcuts: [
    { keys: 'Ctrl+Z', does: 'Undo' },
    { keys: 'Ctrl+Shift+Z', does: 'Do again' },
  ],
};

/** Ctrl+Z takes a step back, Ctrl+Shift+Z or Ctrl+Y takes it again, unless a person writes. */
export function useUndoKeys(
  onStep: (step: 'undo' | 'redo', event: KeyboardEvent) => void,
  isActive: boolean,
): void {
  useListedShortcuts(isActive ? undoKeys : null);
  usePageKeys((event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    if (isWriting(event) && !isInUntouched(event) && !isInUndoing(event)) return;
    event.preventDefault();
    onStep(key === 'y' || event.shiftKey ? 'redo' : 'undo', event);
  }, isActive);
}

/** Whether a key goes to a list or a grid, where letters look for an entry. */
function isInList({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('select, [role=listbox], [role=menu], [role=grid]') !== null
  );
}
