import { AppError, accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { StepAnswer } from '../../core/contract/sign-in-steps.ts';
import { type FactorDuty, owesFactor } from '../../core/domain/platform-settings.ts';
import type { SessionOrigin, SessionRegistry, UserSession } from './session-registry.ts';
import type { SignIn } from './sign-in.ts';
import { type SignInStepBook, takenInSessions } from './sign-in-step-book.ts';

interface ConfirmationParts {
  readonly steps: SignInStepBook;
  readonly signIn: Pick<SignIn, 'confirm'>;
  readonly sessions: Pick<SessionRegistry, 'confirmed' | 'isFresh'>;
  /** Of whom the firm wants a second factor. */
  readonly factorDuty: () => FactorDuty;
}

/** Somebody who is signed in proves once more that it is still he: by his second factor, or by his password where he has none. */
export class Confirmations {
  readonly #parts: ConfirmationParts;

  constructor(parts: ConfirmationParts) {
    this.#parts = parts;
  }

  /** What `confirm` of a route wants of who calls it; null: it is given. An enrolment makes the factor that others lack. */
  async refusal(session: UserSession, confirm: 'fresh' | 'enrol'): Promise<AppError | null> {
    const { principal } = session;
    const { steps, sessions, factorDuty } = this.#parts;
    if (
      confirm === 'fresh' &&
      owesFactor(factorDuty(), principal.role) &&
      (await steps.wants(principal.userId, takenInSessions)).length === 0
    )
      return new AppError('FACTOR_NEEDED');
    return (await sessions.isFresh(session)) ? null : new AppError('CONFIRMATION_NEEDED');
  }

  /** In which ways he can. */
  async wants({ principal }: UserSession): Promise<readonly string[]> {
    const wants = await this.#parts.steps.wants(principal.userId, takenInSessions);
    return wants.length === 0 ? ['password'] : wants;
  }

  /** What a browser needs for an answer that is made and not typed. LOGIN_STEP_AWAY, and what the step says. */
  terms(session: UserSession, kind: string, page: string | null): Promise<Outcome<string>> {
    return this.#parts.steps.terms(session.principal.userId, takenInSessions, { kind, of: ofSession(session), page });
  }

  /** The session that asks counts as confirmed from now on, and no other. CONFIRMATION_WRONG, LOGIN_LOCKED, LOGIN_STEP_AWAY. */
  async answer(session: UserSession, answer: TypedAnswer, origin: SessionOrigin): Promise<Outcome<null>> {
    const wants = await this.wants(session);
    if (!wants.includes(answer.kind)) return wrong;
    const isRight =
      answer.kind === 'password' ? await this.#byPassword(session, answer.value, origin) : await this.#byStep(session, answer);
    if (!isRight.ok) return isRight;
    if (!isRight.value) return wrong;
    await this.#parts.sessions.confirmed(session);
    return accepted(null);
  }

  async #byPassword({ principal }: UserSession, password: string, origin: SessionOrigin): Promise<Outcome<boolean>> {
    const confirmed = await this.#parts.signIn.confirm({
      account: principal.username,
      password,
      ip: origin.ip,
      userAgent: origin.userAgent,
    });
    if (confirmed.ok) return accepted(true);
    return confirmed.error.code === 'PASSWORD_WRONG' ? accepted(false) : confirmed;
  }

  async #byStep(session: UserSession, answer: TypedAnswer): Promise<Outcome<boolean>> {
    const answered = await this.#parts.steps.answer(session.principal.userId, takenInSessions, { ...answer, of: ofSession(session) });
    return answered.ok ? accepted(answered.value !== null) : answered;
  }
}

/** As it came, before it is known what it is given for. */
type TypedAnswer = Pick<StepAnswer, 'kind' | 'value'>;

const ofSession = ({ sessionId, principal }: UserSession): string => `session/${sessionId ?? principal.userId}`;

const wrong = refused('CONFIRMATION_WRONG', { field: 'value' });
