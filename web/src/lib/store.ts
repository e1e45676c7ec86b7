import { useSyncExternalStore } from 'react';

export class Store<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  getState = (): State => this.#state;

  /** @returns a function that unsubscribes */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  protected setState(state: State): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export function useStore<State>({ subscribe, getState }: Store<State>): State {
  return useSyncExternalStore(subscribe, getState);
}
