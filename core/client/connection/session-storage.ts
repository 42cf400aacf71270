import type { SessionUser } from '../../../schemas/wire/user.ts';

/** The part of `localStorage` that we use. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The signed-in user is kept under this key. */
export const userKey = 'user';

/** The stored user, or null when there is none or it is damaged. */
export function readStoredUser(storage: KeyValueStorage): SessionUser | null {
  const text = storage.getItem(userKey);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isSessionUser(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Set while the page for signing in has to say why it is there. */
const lostKey = 'session-lost';

export function storeUser(storage: KeyValueStorage, user: SessionUser): void {
  storage.setItem(userKey, JSON.stringify(user));
  storage.removeItem(lostKey);
}
export const forgetUser = (storage: KeyValueStorage): void => storage.removeItem(userKey);
/** The session of the stored user has ended by itself, or somebody else has ended it. */
export const markSessionLost = (storage: KeyValueStorage): void => storage.setItem(lostKey, 'true');
export const isSessionLost = (storage: KeyValueStorage): boolean => storage.getItem(lostKey) !== null;

function isSessionUser(value: unknown): value is SessionUser {
  if (typeof value !== 'object' || value === null) return false;
  const user = value as Record<string, unknown>;
  return (
    typeof user.token === 'string' &&
    user.token !== '' &&
    typeof user.username === 'string' &&
    typeof user.invite_code === 'string' &&
    typeof user.vip_level === 'number' &&
    typeof user.role === 'string' &&
    user.role !== ''
  );
}
