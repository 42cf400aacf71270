import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { type AppError, accepted, type Outcome } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import { makePasskey, type PasskeyFailure } from '../../core/ui/passkey/passkey.ts';
import type { ReplyOf } from '../../schemas/wire/route.ts';
import { type FactorsView, type OwnSessionView, securityRoutes } from '../../schemas/wire/security.ts';
import type { userRoutes } from '../../schemas/wire/user.ts';

type BegunFactor = ReplyOf<typeof securityRoutes.securityTotpBegin>;
export type SignInLine = ReplyOf<typeof userRoutes.loginLogList>[number];

/** Lines of the log of sign-ins that the page shows. */
const shownSignIns = 50;

/** The own ways in, as the server tells them. */
export class SecurityStore {
  readonly #api: Api;
  sessions: readonly OwnSessionView[] = [];
  signIns: readonly SignInLine[] = [];
  factors: FactorsView = { totp_since: null, recovery_left: 0, passkeys: [] };
  /** How many API keys go on when the password is another. */
  keys = 0;
  /** A second factor that is being turned on: its secret waits for a code. */
  begun: BegunFactor | null = null;
  /** Told once: they are nowhere else. */
  codes: readonly string[] | null = null;
  busy = false;
  state: 'loading' | 'ready' | 'failed' = 'loading';

  constructor(api: Api) {
    this.#api = api;
    const refs = { sessions: observableRef, signIns: observableRef, factors: observableRef, begun: observableRef, codes: observableRef };
    makeAutoObservable(this, refs, { autoBind: true });
  }

  async load(): Promise<void> {
    const [sessions, factors, signIns, keys] = await Promise.all([
      this.#calls().call('securitySessions', {}),
      this.#calls().call('securityFactors', {}),
      this.#api.call('loginLogList', { query: { limit: shownSignIns } }),
      this.#api.call('apiKeyList', {}),
    ]);
    runInAction(() => {
      this.state = sessions.ok && factors.ok && signIns.ok && keys.ok ? 'ready' : 'failed';
      if (keys.ok) this.keys = keys.value.length;
      if (factors.ok) this.factors = factors.value;
      if (sessions.ok) this.sessions = sessions.value;
      if (signIns.ok) this.signIns = signIns.value as readonly SignInLine[];
    });
  }

  /** Null when it is done. */
  async changePassword(old_password: string, new_password: string): Promise<AppError | null> {
    const reply = await this.#calls().call('securityPassword', { body: { old_password, new_password } });
    if (!reply.ok) return reply.error;
    await this.load();
    return null;
  }

  /** One of them, or all but this one. */
  async endSessions(session_id?: string): Promise<AppError | null> {
    const reply = await this.#calls().call('securitySessionsEnd', { body: session_id === undefined ? {} : { session_id } });
    await this.load();
    return reply.ok ? null : reply.error;
  }

  /** Null when it is done; a call that was not confirmed is no failure. */
  beginFactor(): Promise<AppError | null> {
    return this.#act(
      () => this.#calls().call('securityTotpBegin', {}),
      (begun) => {
        this.begun = begun;
      },
    );
  }

  stopFactor(): void {
    this.begun = null;
  }

  confirmFactor(code: string): Promise<AppError | null> {
    return this.#act(
      () => this.#calls().call('securityTotpConfirm', { body: { code } }),
      ({ recovery_codes }) => {
        this.begun = null;
        this.codes = recovery_codes;
      },
    );
  }

  renewCodes(): Promise<AppError | null> {
    return this.#act(
      () => this.#calls().call('securityRecoveryRenew', {}),
      ({ recovery_codes }) => {
        this.codes = recovery_codes;
      },
    );
  }

  turnFactorOff(): Promise<AppError | null> {
    return this.#act(
      () => this.#calls().call('securityTotpOff', {}),
      () => {
        this.codes = null;
      },
    );
  }

  /** Null when it is kept, or was not confirmed. Recovery codes come with the first factor. */
  async addPasskey(name: string): Promise<AppError | PasskeyFailure | null> {
    let failure: PasskeyFailure | null = null;
    const error = await this.#act(
      async (): Promise<Outcome<readonly string[] | null>> => {
        const begun = await this.#calls().call('securityPasskeyBegin', {});
        if (!begun.ok) return begun;
        const made = await makePasskey(begun.value.terms);
        if (!made.ok) {
          failure = made.why;
          return accepted(null);
        }
        const added = await this.#calls().call('securityPasskeyAdd', { body: { name, value: made.value } });
        return added.ok ? accepted(added.value.recovery_codes) : added;
      },
      (codes) => {
        if (codes !== null) this.codes = codes;
      },
    );
    return failure ?? error;
  }

  renamePasskey(passkey_id: string, name: string): Promise<AppError | null> {
    return this.#act(
      () => this.#calls().call('securityPasskeyRename', { body: { passkey_id, name } }),
      () => undefined,
    );
  }

  removePasskey(passkey_id: string): Promise<AppError | null> {
    return this.#act(
      () => this.#calls().call('securityPasskeyRemove', { body: { passkey_id } }),
      () => undefined,
    );
  }

  /** A person has a second factor: an authenticator or passkeys. */
  get isGuarded(): boolean {
    return this.factors.totp_since !== null || this.factors.passkeys.length > 0;
  }

  /** They have been put away. */
  forgetCodes(): void {
    this.codes = null;
  }

  async #act<T>(call: () => Promise<Outcome<T>>, take: (value: T) => void): Promise<AppError | null> {
    this.busy = true;
    const reply = await call();
    runInAction(() => {
      this.busy = false;
      if (reply.ok) take(reply.value);
    });
    if (reply.ok) await this.load();
    return reply.ok || reply.error.code === 'CONFIRMATION_NEEDED' ? null : reply.error;
  }

  #calls() {
    return this.#api.of(securityRoutes);
  }
}
