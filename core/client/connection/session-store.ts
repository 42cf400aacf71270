import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { SessionUser } from '../../../schemas/wire/user.ts';
import type { Outcome } from '../../contract/app-error.ts';
import type { Api, Session, SessionInfo } from '../../contract/client-services.ts';
import { forgetUser, type KeyValueStorage, markSessionLost, readStoredUser, storeUser } from './session-storage.ts';

/** Who is signed in; the stored user is the truth across tabs of the browser. */
export class SessionStore implements Session {
  readonly #storage: KeyValueStorage;
  #api: Api | null = null;
  /** The user is signing out: that the server ends the session is no news. */
  #leaving = false;
  stored: SessionUser | null;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
    this.stored = readStoredUser(storage);
    makeAutoObservable(this, { stored: observableRef }, { autoBind: true });
  }

  get user(): SessionInfo | null {
    const user = this.stored;
    if (user === null) return null;
    const { username, role, vip_level: vipLevel, invite_code: inviteCode } = user;
    return { username, role, isRoleGone: user.role_gone === true, vipLevel, inviteCode };
  }

  get token(): string | null {
    return this.stored?.token ?? null;
  }

  /** Told by the shell how to end the session at the server. */
  attachApi(api: Api): void {
    this.#api = api;
  }

  /** Takes over what the server now says of the user; the token stays. */
  refresh(user: Omit<SessionUser, 'token'>): void {
    if (this.stored === null) return;
    this.stored = { ...user, token: this.stored.token };
    storeUser(this.#storage, this.stored);
  }

  /** The server does not know the session any more: removes the user here, and leaves word for the page for signing in. */
  lose(): void {
    if (this.stored !== null && !this.#leaving) markSessionLost(this.#storage);
    this.#forget();
  }

  /** Another tab signed in or out. */
  followStorage(): void {
    this.stored = readStoredUser(this.#storage);
  }

  async signOut(): Promise<void> {
    this.#leaving = true;
    const ending: Promise<Outcome<null>> | undefined = this.stored === null ? undefined : this.#api?.call('outLogin', {});
    // The session ends here even when the server cannot be reached: its own expiry ends it there.
    await ending;
    runInAction(() => this.#forget());
    this.#leaving = false;
  }

  #forget(): void {
    this.stored = null;
    forgetUser(this.#storage);
  }
}
