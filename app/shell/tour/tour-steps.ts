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

/** The part of the page that a step points at: the first that is seen, for workspaces stand behind each other. */
export const partOf = (page: Pick<Document, 'querySelectorAll'>, { target }: TourStep): Element | null =>
  [...page.querySelectorAll(target)].find((part) => part.checkVisibility({ visibilityProperty: true })) ?? null;

/** What a role or a workspace has not is left out. */
export const stepsOn = (page: Pick<Document, 'querySelectorAll'>): readonly TourStep[] =>
  tourSteps.filter((step) => partOf(page, step) !== null);

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
