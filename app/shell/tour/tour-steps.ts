import { shortcutText } from '../../../core/client/settings/shortcut.ts';

/**
 * What the tour shows, in its order: `tour.<id>.title` and `tour.<id>.text` say what the first part that matches is for, and
 * `tour.<id>.keyed` the same with the keys of the step's command.
 */
export const tourSteps = [
  { id: 'search', target: '[data-tour="search"]', command: 'shell.palette' },
  { id: 'workspaces', target: '[data-tour="workspaces"]' },
  { id: 'panels', target: '[data-tour="panels"]' },
  { id: 'ticket', target: '[data-panel="panel-order-ticket/order-ticket"]' },
  { id: 'messages', target: '[data-tour="messages"]' },
  { id: 'help', target: '.lm_header', command: 'shell.shortcuts' },
] as const satisfies readonly { readonly id: string; readonly target: string; readonly command?: string }[];
export type TourStep = (typeof tourSteps)[number];

interface TourKeys {
  /** Keys of a command as the user has them; null: none. */
  shortcutOf(commandId: string): string | null;
}

type Translate = (key: string, params: { readonly keys?: string }) => string;

/** What a step says in the user's language, with the keys as they are on his machine. */
export function tourText(step: TourStep, t: Translate, keys: TourKeys, isMac: boolean): string {
  const shortcut = 'command' in step ? keys.shortcutOf(step.command) : null;
  return shortcut === null ? t(`tour.${step.id}.text`, {}) : t(`tour.${step.id}.keyed`, { keys: shortcutText(shortcut, isMac) });
}

/** The part of the page that a step points at: the first that is seen, for workspaces stand behind each other. */
export const partOf = (page: Pick<Document, 'querySelectorAll'>, { target }: TourStep): Element | null =>
  [...page.querySelectorAll(target)].find((part) => part.checkVisibility({ visibilityProperty: true })) ?? null;

/** What a role or a workspace has not is left out. */
export const stepsOn = (page: Pick<Document, 'querySelectorAll'>): readonly TourStep[] =>
  tourSteps.filter((step) => partOf(page, step) !== null);
