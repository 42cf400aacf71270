import { expect, it } from 'vitest';
import { placeCard } from './place-card.ts';
import { isDue, rememberTour } from './tour-memory.ts';
import { partOf, stepsOn, tourSteps, tourText } from './tour-steps.ts';

const part = (seen: boolean): Element => ({ checkVisibility: () => seen }) as unknown as Element;
const pageOf = (parts: (target: string) => readonly Element[]) => ({ querySelectorAll: parts as unknown as Document['querySelectorAll'] });

it('shows what there is, and leaves out what a role has not', () => {
  const page = (missing: string) => pageOf((target) => (target.includes(missing) ? [] : [part(true)]));
  expect(stepsOn(page('nothing'))).toEqual(tourSteps);
  expect(stepsOn(page('order-ticket')).map(({ id }) => id)).toEqual(['search', 'workspaces', 'panels', 'messages', 'help']);
});

it('points at what is seen, and passes by what stands behind another workspace', () => {
  const [behind, front] = [part(false), part(true)];
  expect(
    partOf(
      pageOf(() => [behind, front]),
      tourSteps[3],
    ),
  ).toBe(front);
  expect(stepsOn(pageOf((target) => [part(target.startsWith('[data-tour'))])).map(({ id }) => id)).not.toContain('ticket');
});

it('comes once by itself, and not before the settings of the user are here', () => {
  const sections = new Map<string, unknown>();
  const config = {
    loaded: false,
    section: (name: string) => sections.get(name),
    set: (name: string, value: unknown) => void sections.set(name, value),
  };
  expect(isDue(config)).toBe(false);
  config.loaded = true;
  expect(isDue(config)).toBe(true);
  rememberTour(config);
  expect(isDue(config)).toBe(false);
});

it('names the keys as they are on this machine and as the user has given them, and none that were taken away', () => {
  const t = (key: string, { keys = '' }: { readonly keys?: string }): string => `${key}${keys === '' ? '' : `: ${keys}`}`;
  const said = (id: string, keys: string | null, isMac = false): string =>
    tourText(tourSteps.find((step) => step.id === id) ?? tourSteps[0], t, { shortcutOf: () => keys }, isMac);
  expect(said('search', 'Mod+K')).toBe('tour.search.keyed: Ctrl+K');
  expect(said('search', 'Mod+K', true)).toBe('tour.search.keyed: ⌘K');
  expect(said('search', 'Alt+S')).toBe('tour.search.keyed: Alt+S');
  expect(said('search', null)).toBe('tour.search.text');
  expect(said('panels', 'Mod+K')).toBe('tour.panels.text');
});

it('stands under what it tells of, or beside it, and always in the window', () => {
  const page = { width: 1_000, height: 600 };
  const card = { width: 300, height: 150 };
  expect(placeCard({ left: 900, top: 0, width: 80, height: 40 }, card, page)).toEqual({ left: 688, top: 52 });
  expect(placeCard({ left: 700, top: 40, width: 300, height: 560 }, card, page)).toEqual({ left: 388, top: 40 });
  expect(placeCard({ left: 0, top: 40, width: 300, height: 560 }, card, page)).toEqual({ left: 312, top: 40 });
});
