/** What the tour shows, in its order: `tour.<id>.title` and `tour.<id>.text` say what the first part that matches is for. */
export const tourSteps = [
  { id: 'search', target: '[data-tour="search"]' },
  { id: 'workspaces', target: '[data-tour="workspaces"]' },
  { id: 'panels', target: '[data-tour="panels"]' },
  { id: 'ticket', target: '[data-panel="panel-order-ticket/order-ticket"]' },
  { id: 'messages', target: '[data-tour="messages"]' },
  { id: 'help', target: '.lm_header' },
] as const;
export type TourStep = (typeof tourSteps)[number];

/** What a role or a workspace has not is left out. */
export const stepsOn = (page: Pick<Document, 'querySelector'>): readonly TourStep[] =>
  tourSteps.filter(({ target }) => page.querySelector(target) !== null);

const section = 'tour';

interface TourMemory {
  readonly loaded: boolean;
  section(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** Whether this user has not had the tour; false until the settings are here. */
export const isDue = (config: TourMemory): boolean => config.loaded && config.section(section) === undefined;

/** Had, whether walked to its end or left. */
export const rememberTour = (config: TourMemory): void => config.set(section, { seen: true });
