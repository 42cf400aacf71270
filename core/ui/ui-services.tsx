import { createContext, type ReactNode, useContext } from 'react';
import type { AccessDecision } from '../contract/access.ts';
import type { Preferences } from '../contract/client-services.ts';
import type { PanelRole } from '../contract/panel.ts';

/** Work for the next animation frame, each task at most once. */
export interface Frames {
  schedule(task: () => void): void;
  cancel(task: () => void): void;
  /** Keeps the next frame free of tasks for something large that is about to be drawn; never two in a row. */
  leaveNext(): void;
}

/** Time and waiting; each starter gives the function that calls it off. */
export interface UiTimers {
  nowMs(): number;
  after(delayMs: number, task: () => void): () => void;
  every(everyMs: number, task: () => void): () => void;
}

/** Whether prices on the screen still hold. */
export interface PriceAges {
  /** Observable: the line of prices stands, or was lost too lately to matter. */
  readonly connected: boolean;
  /** Observable: the browser has a network. Orders go by calls of their own, which a lost line of prices does not stop. */
  readonly hasNetwork: boolean;
  /** Observable: for how many whole seconds the prices of an exchange have not been known to hold; null while they are. */
  ofExchange(exchange: string): number | null;
}

/** What the building blocks need from the shell. Panels get their own services by props. */
export interface UiServices {
  readonly preferences: Preferences;
  readonly frames: Frames;
  readonly timers: UiTimers;
  readonly prices: PriceAges;
  /** Another id each time, unique beyond this page, of 36 characters: that many the wire takes. */
  readonly newId: () => string;
  /** The panel that has a role, or null where the user has none of that role. Observable. */
  readonly panelOf: (role: PanelRole) => string | null;
  /** Whether this user has a panel of the role: nobody is led to one that does not open. Observable. */
  readonly accessTo: (role: PanelRole) => AccessDecision;
}

const UiServicesContext = createContext<UiServices | null>(null);

export function UiServicesProvider({ services, children }: { readonly services: UiServices; readonly children: ReactNode }) {
  return <UiServicesContext value={services}>{children}</UiServicesContext>;
}

/** Null outside the workbench. */
export const useKnownServices = (): UiServices | null => useContext(UiServicesContext);

export function useServices(): UiServices {
  const services = useKnownServices();
  if (services === null) throw new Error('no UiServicesProvider above this component');
  return services;
}
