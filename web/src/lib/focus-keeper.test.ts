import { beforeEach, describe, expect, test } from 'vitest';
import { type Focusable, FocusKeeper } from './focus-keeper.ts';

/** A substitute for an element of a page, with a name, a parent and its state. */
class Part implements Focusable {
  isConnected = true;
  isDisabled = false;
  readonly name: string;
  readonly around: Part | null;

  constructor(name: string, around: Part | null = null) {
    this.name = name;
    this.around = around;
  }

  matches(selectors: string): boolean {
    return selectors === ':disabled' ? this.isDisabled : isByKey;
  }

  contains(other: Part | null): boolean {
    return other !== null && (other === this || this.contains(other.around));
  }

  focus(options: FocusOptions = {}): void {
    active = this;
    scrolled = options.preventScroll !== true;
    keeper.focused(this);
  }
}

let active: Part | null;
let isByKey: boolean;
let scrolled: boolean;
let keeper: FocusKeeper<Part>;
beforeEach(() => {
  active = null;
  isByKey = true;
  keeper = new FocusKeeper<Part>(() => active);
});

/** Removes elements as a browser does, which then drops their focus. */
function remove(...parts: Part[]): void {
  for (const part of parts) {
    part.isConnected = false;
    if (active === part) active = null;
  }
  keeper.check();
}

const page = () => {
  const main = new Part('main');
  const panel = new Part('panel', main);
  return { main, panel, button: new Part('button', panel) };
};
const landAt = (region: Part, place: () => Part | null = () => region) =>
  keeper.add({ region: () => region, place });

describe('what had the focus is gone: it lands', () => {
  test('in the innermost part that has a place for it', () => {
    const { main, panel, button } = page();
    const title = new Part('title', panel);
    // The order in which the parts were added does not matter.
    landAt(panel, () => title);
    landAt(main);
    button.focus();
    remove(button);
    expect(active).toBe(title);
  });

  test('further out where the part is gone too, or has no place', () => {
    const { main, panel, button } = page();
    landAt(main);
    landAt(panel, () => null);
    button.focus();
    remove(button);
    expect(active).toBe(main);

    const other = new Part('other', panel);
    other.focus();
    remove(other, panel);
    expect(active).toBe(main);
  });

  test('where a dialog was opened from that takes its opener along', () => {
    const { main, panel, button } = page();
    const dialog = new Part('dialog');
    landAt(main);
    landAt(panel);
    landAt(dialog);
    button.focus();
    const choice = new Part('choice', dialog);
    choice.focus();
    button.isConnected = false;
    remove(choice, dialog);
    expect(active).toBe(panel);
  });

  test('in the dialog while that is there', () => {
    const { panel, button } = page();
    const dialog = new Part('dialog');
    landAt(panel);
    landAt(dialog);
    button.focus();
    const revoke = new Part('revoke', dialog);
    revoke.focus();
    remove(revoke);
    expect(active).toBe(dialog);
  });

  test('when its own press disabled it', () => {
    const { panel, button } = page();
    landAt(panel);
    button.focus();
    button.isDisabled = true;
    keeper.check();
    expect(active).toBe(panel);
  });

  test('without scrolling for who uses a pointer', () => {
    const { panel, button } = page();
    landAt(panel);
    button.focus();
    remove(button);
    expect(scrolled).toBe(true);

    isByKey = false;
    const other = new Part('other', panel);
    other.focus();
    remove(other);
    expect(scrolled).toBe(false);
  });
});

describe('it goes on to a better place', () => {
  const landOnMain = () => {
    const { main, panel, button } = page();
    let place: Part | null = null;
    landAt(main);
    landAt(panel, () => place);
    button.focus();
    remove(button);
    expect(active).toBe(main);
    return { main, come: (part: Part) => (place = part), part: new Part('result', panel) };
  };

  test('that comes later', () => {
    const { come, part } = landOnMain();
    come(part);
    keeper.check();
    expect(active).toBe(part);
  });

  test('but not after a key or a press', () => {
    const { main, come, part } = landOnMain();
    keeper.touched();
    come(part);
    keeper.check();
    expect(active).toBe(main);
  });
});

describe('the focus stays', () => {
  test('where it is, whatever else goes', () => {
    const { panel, button } = page();
    landAt(panel);
    button.focus();
    remove(new Part('other', panel));
    expect(active).toBe(button);
  });

  test('nowhere on a page that is new, and after it was given up', () => {
    const { panel, button } = page();
    landAt(panel);
    keeper.check();
    expect(active).toBeNull();

    button.focus();
    active = null;
    keeper.left();
    remove(button);
    expect(active).toBeNull();
  });

  test('off a part that has gone with its landing', () => {
    const { panel, button } = page();
    const removeLanding = landAt(panel);
    button.focus();
    removeLanding();
    remove(button);
    expect(active).toBeNull();
  });
});
