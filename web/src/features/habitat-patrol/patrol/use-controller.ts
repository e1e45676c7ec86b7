import { createContext, useContext } from 'react';
import type { PatrolController } from './patrol-controller.ts';

const Context = createContext<PatrolController | null>(null);

export const ControllerProvider = Context.Provider;

/** The controller of the open map screen. */
export function useController(): PatrolController {
  const controller = useContext(Context);
  if (controller === null) throw new Error('There is no map screen around this part.');
  return controller;
}
