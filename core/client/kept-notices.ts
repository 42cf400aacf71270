import { reaction } from 'mobx';
import type { Told } from '../contract/notices.ts';
import type { Disposer } from '../contract/token.ts';
import type { Notice, NoticesStore } from './notices-store.ts';

type KeptNotice = Omit<Notice, 'id' | 'action'>;

interface KeptNoticesParts {
  readonly notices: NoticesStore;
  /** Of the tab: what another window tells stands in its own list. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whose they are; nobody else reads them. */
  readonly username: string;
}

const kinds = ['success', 'info'] as const;

/**
 * Keeps what a page has told over a reload, without what it offered to do. Refusals and alerts are not kept here: the server has them, and
 * they are told anew.
 */
export function keepNotices({ notices, storage, username }: KeptNoticesParts): Disposer {
  const name = `notices.${username}`;
  notices.restore(readKept(storage.getItem(name)));
  return reaction(
    () => notices.past,
    (past) => {
      const kept = past.filter(({ kind }) => isKept(kind)).map(({ id: _id, action: _action, ...rest }) => rest);
      storage.setItem(name, JSON.stringify(kept satisfies readonly KeptNotice[]));
    },
  );
}

const isKept = (kind: unknown): kind is KeptNotice['kind'] => kinds.some((one) => one === kind);

/** What was stored is foreign data. */
function readKept(stored: string | null): readonly KeptNotice[] {
  const list = parsed(stored);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: Readonly<Record<keyof KeptNotice, unknown>> | null) => {
    if (typeof one !== 'object' || one === null) return [];
    const { kind, text, detail, key, count, timeMs } = one;
    const isWhole = isKept(kind) && isTold(text) && (detail === null || isTold(detail)) && (key === null || typeof key === 'string');
    return isWhole && typeof count === 'number' && typeof timeMs === 'number' ? [{ kind, text, detail, key, count, timeMs }] : [];
  });
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}

function isTold(value: unknown): value is Told {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return value.every(isTold);
  if (typeof value !== 'object' || value === null) return false;
  const { namespace, key, params = {} } = value as Readonly<Record<string, unknown>>;
  return typeof namespace === 'string' && typeof key === 'string' && typeof params === 'object' && params !== null;
}
