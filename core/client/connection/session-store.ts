import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { SessionUser } from '../../../schemas/wire/user.ts';
import type { Outcome } from '../../contract/app-error.ts';
import type { Api, Session, SessionInfo } from '../../contract/client-services.ts';
import { forgetUser, isSessionLost, type KeyValueStorage, markSessionLost, readStoredUser, storeUser } from './session-storage.ts';

/** Who is signed in; the stored user is the truth across tabs of the browser. */
export class SessionStore implements Session {
  readonly #storage: KeyValueStorage;
  #api: Api | null = null;
  /** The user is signing out: that the server ends the session is no news. */
  #leaving = false;
  #hosts = 0;
  #waiting: ((isBack: boolean) => void)[] = [];
  stored: SessionUser | null;
  /** The server has ended the session of `stored` while the page was at work: all of it stays until the person has signed in again, or leaves. */
  isLost = false;

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

  /** Somebody draws the page that asks to sign in again; the returned function ends that. */
  host(): () => void {
    this.#hosts++;
    return () => {
      this.#hosts--;
    };
  }

  /** The server does not know the session any more: no page opens with it, and that for signing in says why. The page that stands asks who is there. */
  lose(): void {
    if (this.isLost) return;
    const isNews = this.stored !== null && !this.#leaving && !this.#hasLeft();
    if (isNews) markSessionLost(this.#storage);
    if (isNews && this.#hosts > 0) {
      this.isLost = true;
      forgetUser(this.#storage);
    } else this.#forget();
  }

  /** True once the person has signed in again; false when he will not, and where nobody asks him to. */
  returned(): Promise<boolean> {
    return this.isLost && this.#hosts > 0 ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(false);
  }

  /** The same person is back: what waits goes on. */
  resume(user: SessionUser): void {
    storeUser(this.#storage, user);
    this.#take(user);
  }

  /** He does not come back to this page. */
  leave(): void {
    this.#forget();
  }

  /** Another tab signed in or out, or has lost the session of all. */
  followStorage(): void {
    const user = readStoredUser(this.#storage);
    if (user !== null || this.stored === null || !isSessionLost(this.#storage)) this.#take(user);
    else this.isLost = true;
  }

  async signOut(): Promise<void> {
    this.#leaving = true;
    const ending: Promise<Outcome<null>> | undefined = this.stored === null ? undefined : this.#api?.call('outLogin', {});
    // Known to all tabs before the server ends it for them.
    forgetUser(this.#storage);
    // The session ends here even when the server cannot be reached: its own expiry ends it there.
    await ending;
    runInAction(() => this.#forget());
    this.#leaving = false;
  }

  /** Signed out in another tab, of which this one hears from the server first. */
  #hasLeft(): boolean {
    return readStoredUser(this.#storage) === null && !isSessionLost(this.#storage);
  }

  #forget(): void {
    forgetUser(this.#storage);
    this.#take(null);
  }

  #take(user: SessionUser | null): void {
    const isSame = user !== null && user.username === this.stored?.username;
    this.stored = user;
    this.isLost = false;
    for (const resolve of this.#waiting.splice(0)) resolve(isSame);
  }
}
