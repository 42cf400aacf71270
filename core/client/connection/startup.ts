import type { Api, Stream } from '../../contract/client-services.ts';
import type { Disposer } from '../../contract/token.ts';
import type { AccountsStore } from '../accounts/accounts-store.ts';
import type { WorkspaceStore } from '../layouts/workspace-store.ts';
import type { MarketsStore } from '../markets/markets-store.ts';
import type { MessagesStore } from '../messages-store.ts';
import type { PreferencesStore } from '../settings/preferences-store.ts';
import type { UserConfigStore } from '../settings/user-config-store.ts';
import type { Timers } from '../timers.ts';
import type { SessionStore } from './session-store.ts';

export interface StartupServices {
  readonly api: Api;
  readonly session: SessionStore;
  readonly config: UserConfigStore;
  readonly preferences: PreferencesStore;
  readonly accounts: AccountsStore;
  readonly markets: MarketsStore;
  readonly messages: MessagesStore;
  readonly workspace: WorkspaceStore;
  readonly stream: Pick<Stream, 'subscribe'>;
  readonly timers: Timers;
}

/** An empty symbol list is asked for again after this time. */
export const symbolRetryMs = 1_000;

/** A page that is being left is gone within this time. */
export const leavingMs = 1_000;

/**
 * In this order:
 * 1. check the session; valid → user config, selected api ids, api map, account-state topics; invalid, or the check failed
 *    → the stored user is removed;
 * 2. symbols, intervals, dictionary, messages of all types with a follow-up newer than the latest.
 */
export async function runStartup(services: StartupServices): Promise<Disposer> {
  const { session, markets, messages, workspace, stream, timers } = services;
  const disposers: Disposer[] = [];
  let ended = false;

  if (await checkSession(services)) disposers.push(await openAccount(services), messages.follow(stream));
  workspace.restore();

  const loadSymbols = async (): Promise<void> => {
    const loaded = await markets.loadSymbols();
    if (ended) return;
    if (loaded) workspace.ensureTabs();
    else disposers.push(timers.after(symbolRetryMs, () => void loadSymbols()));
  };
  const rest = [loadSymbols(), markets.loadIntervals(), markets.loadDictionary()];
  if (session.token !== null) rest.push(messages.load());
  await Promise.all(rest);

  return () => {
    ended = true;
    for (const dispose of disposers.splice(0).reverse()) void dispose();
  };
}

async function checkSession({ api, session, timers }: StartupServices): Promise<boolean> {
  if (session.token === null) return false;
  const check = await api.call('checkToken', {});
  if (check.ok && check.value === 1) return true;
  // A page that is being left cuts its calls off, which says nothing of the session: by then the next page asks.
  if (!check.ok) await new Promise<void>((resolve) => void timers.after(leavingMs, resolve));
  session.lose();
  return false;
}

async function openAccount({ api, session, config, preferences, accounts }: StartupServices): Promise<Disposer> {
  await config.load();
  preferences.restore();
  const current = await api.call('currentUser', {});
  if (current.ok) session.refresh(current.value);
  if (session.stored !== null) await accounts.loadAccounts(session.stored.role);
  return accounts.start();
}
