import { Store } from '../lib/store.ts';
import { storedText } from '../lib/stored-text.ts';

/** A choice that is on until a person switches it off, and that the browser keeps. */
export class StoredSwitch extends Store<boolean> {
  readonly #kept: ReturnType<typeof storedText>;

  /** @param name under which it is kept */
  constructor(name: string) {
    const kept = storedText('localStorage', name);
    super(kept.read() !== 'off');
    this.#kept = kept;
  }

  switch = (isOn: boolean): void => {
    if (isOn) this.#kept.remove();
    else this.#kept.write('off');
    this.setState(isOn);
  };
}
