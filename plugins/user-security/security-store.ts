import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { Api } from '../../core/contract/client-services.ts';
import type { ReplyOf } from '../../schemas/wire/route.ts';
import { type OwnSessionView, securityRoutes } from '../../schemas/wire/security.ts';
import type { userRoutes } from '../../schemas/wire/user.ts';

export type SignInLine = ReplyOf<typeof userRoutes.loginLogList>[number];

/** Lines of the log of sign-ins that the page shows. */
const shownSignIns = 50;

/** The own ways in, as the server tells them. */
export class SecurityStore {
  readonly #api: Api;
  sessions: readonly OwnSessionView[] = [];
  signIns: readonly SignInLine[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';

  constructor(api: Api) {
    this.#api = api;
    makeAutoObservable(this, { sessions: observableRef, signIns: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    const [sessions, signIns] = await Promise.all([
      this.#calls().call('securitySessions', {}),
      this.#api.call('loginLogList', { query: { limit: shownSignIns } }),
    ]);
    runInAction(() => {
      this.state = sessions.ok && signIns.ok ? 'ready' : 'failed';
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

  #calls() {
    return this.#api.of(securityRoutes);
  }
}
