import type { KeyValueStorage } from './session-storage.ts';

/** Leads whoever is signed in to the page of his own work, and everybody else to the workspaces. */
export const startPath = '/start';

/** Of this tab alone: who comes by another one has asked for nothing. */
const askedKey = 'asked-place';

/** Remembers what a guest has asked for until he has signed in: a path with its query and its fragment. */
export const rememberAsked = (storage: KeyValueStorage, place: string): void => storage.setItem(askedKey, place);

/** Somebody has asked for a place in this tab and has not signed in yet. */
export const hasAsked = (storage: KeyValueStorage): boolean => storage.getItem(askedKey) !== null;

/** What was asked for in this tab, once; null: nothing, or nothing of ours. */
export function takeAsked(storage: KeyValueStorage, origin: string): string | null {
  const asked = storage.getItem(askedKey);
  storage.removeItem(askedKey);
  return asked === null ? null : ownPlace(asked, origin);
}

/** The place as the browser would read it, if that is a path of this very origin: whatever could lead elsewhere is null. */
export function ownPlace(place: string, origin: string): string | null {
  if (!place.startsWith('/') || !URL.canParse(place, origin)) return null;
  const { origin: there, pathname, search, hash } = new URL(place, origin);
  // Dots and tabs are taken out of a path, and may leave two slashes at its beginning: the name of a host.
  return there === origin && !pathname.startsWith('//') ? pathname + search + hash : null;
}
