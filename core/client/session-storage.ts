import type { SessionUser } from '../../schemas/wire/user.ts';
import { roles } from '../domain/role.ts';

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

export const storeUser = (storage: KeyValueStorage, user: SessionUser): void => storage.setItem(userKey, JSON.stringify(user));
export const forgetUser = (storage: KeyValueStorage): void => storage.removeItem(userKey);

function isSessionUser(value: unknown): value is SessionUser {
  if (typeof value !== 'object' || value === null) return false;
  const user = value as Record<string, unknown>;
  return (
    typeof user.token === 'string' &&
    user.token !== '' &&
    typeof user.username === 'string' &&
    typeof user.invite_code === 'string' &&
    typeof user.vip_level === 'number' &&
    roles.some((role) => role === user.role)
  );
}
