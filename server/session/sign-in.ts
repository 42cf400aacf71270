import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { ErrorCode } from '../../core/contract/error-catalogue.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { SessionUser } from '../../schemas/wire/user.ts';
import type { Store } from '../store/store.ts';
import type { CaptchaDesk } from './captcha-desk.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SessionOrigin, SessionRegistry } from './session-registry.ts';

export interface SignInRequest extends SessionOrigin {
  readonly captchaId: string;
  readonly captchaValue: string;
  /** Email, phone or user name. */
  readonly account: string;
  readonly password: string;
}

export interface SignInParts {
  readonly store: Pick<Store, 'users' | 'loginLog'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly captchas: CaptchaDesk;
  readonly throttle: LoginThrottle;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionRegistry;
  readonly demoAllowed: boolean;
}

/** Opens sessions for people: captcha, throttle, password, log, in this order. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  async signIn(request: SignInRequest): Promise<Outcome<SessionUser>> {
    const { captchas, throttle, passwords, sessions, store, demoAllowed } = this.#parts;
    if (!captchas.answer(request.captchaId, request.captchaValue)) return refused('LOGIN_CAPTCHA_WRONG');
    const waitS = throttle.waitS(request.account, request.ip);
    if (waitS > 0) return refused('LOGIN_LOCKED', { retryAfterS: waitS });
    if (passwords.isOverloaded) return refused('RATE_LIMITED', { retryAfterS: 5 });

    // Counted before the slow check: else many parallel guesses would all pass the throttle.
    throttle.failed(request.account, request.ip);
    const user = await store.users.byLogin(request.account);
    const admitted = user !== null && user.state === 'ACTIVE' && (demoAllowed || !user.demo);
    const matches = await passwords.matches(admitted ? user.passwordHash : null, request.password);
    if (!matches || user === null) {
      if (user !== null) await this.#log(user.id, request, 'LOGIN_WRONG');
      return refused('LOGIN_WRONG');
    }
    throttle.succeeded(request.account, request.ip);
    const { token } = await sessions.open(user, request);
    await this.#log(user.id, request, 'OK');
    return accepted({ token, role: user.role, username: user.username, invite_code: user.inviteCode, vip_level: user.vipLevel });
  }

  async #log(userId: string, origin: SessionOrigin, outcome: 'OK' | ErrorCode): Promise<void> {
    const { store, clock } = this.#parts;
    await store.loginLog.append({ userId, timeMs: clock.nowMs(), ip: origin.ip, userAgent: origin.userAgent.slice(0, 300), outcome });
  }
}
