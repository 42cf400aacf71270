import type { Places } from '../core/contract/places.ts';
import type { Clock, Logger } from '../core/contract/server-services.ts';
import type { Disposer } from '../core/contract/token.ts';
import type { RoleBook } from '../core/domain/accounts/role-book.ts';
import type { FactorDuty } from '../core/domain/platform-settings.ts';
import type { Bus } from './bus/bus.ts';
import type { NoticeLetters } from './deliveries/notice-letters.ts';
import type { StoredDeliveries } from './deliveries/stored-deliveries.ts';
import { followIdentity } from './follow-news.ts';
import { ApiKeyRegistry } from './session/api-key-registry.ts';
import { Confirmations } from './session/confirmations.ts';
import { KnownNetworks } from './session/known-networks.ts';
import { LoginThrottle } from './session/login-throttle.ts';
import { PasswordHasher } from './session/password-hasher.ts';
import { PendingSignIns } from './session/pending-sign-ins.ts';
import { People } from './session/people.ts';
import { RefusalAudit } from './session/refusal-audit.ts';
import { SessionRegistry } from './session/session-registry.ts';
import { SignIn } from './session/sign-in.ts';
import { SignInChallenges, type SignInWork } from './session/sign-in-challenges.ts';
import { SignInNotice } from './session/sign-in-notice.ts';
import { SignInStepBook } from './session/sign-in-step-book.ts';
import type { Store } from './store/store.ts';

interface IdentityParts {
  readonly roles: RoleBook;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly masterKey: Buffer;
  readonly newId: () => string;
  readonly deliveries: StoredDeliveries;
  readonly letters: NoticeLetters;
  readonly places: Places;
  /** As it stands on pages now. */
  readonly firmName: () => string;
  readonly factorDuty: () => FactorDuty;
  /** False: people of the demo are nobody. */
  readonly demoAllowed: boolean;
  readonly longestMs: number;
  readonly signInWork: SignInWork | undefined;
}

/** Who somebody is: sessions, API keys and sign-in. Needs the database and nothing of trading, so every server has it, whoever trades. */
export interface Identity {
  readonly passwords: PasswordHasher;
  readonly sessions: SessionRegistry;
  readonly keys: ApiKeyRegistry;
  readonly refusals: RefusalAudit;
  readonly challenges: SignInChallenges;
  readonly signIn: SignIn;
  readonly steps: SignInStepBook;
  readonly confirmations: Confirmations;
  readonly people: People;
}

export async function openIdentity(options: IdentityParts, started: Disposer[]): Promise<Identity> {
  const { roles, store, bus, clock, logger, masterKey, demoAllowed, longestMs } = options;
  const parts = { store, clock, logger, demoAllowed, tell: bus.publish };
  const passwords = new PasswordHasher();
  const sessions = new SessionRegistry({ ...parts, longestMs });
  const refusals = new RefusalAudit(parts);
  started.push(refusals.start());
  const keys = new ApiKeyRegistry({ ...parts, refusals });
  await Promise.all([sessions.recall(), keys.recall()]);
  started.push(followIdentity(bus, sessions, keys));
  const challenges = new SignInChallenges(clock, options.signInWork);
  const networks = new KnownNetworks(store, clock, masterKey);
  const notice = new SignInNotice({
    networks,
    clock,
    deliveries: options.deliveries,
    letters: options.letters,
    places: options.places,
    firmName: options.firmName,
  });
  const steps = new SignInStepBook(parts);
  const pending = new PendingSignIns({ ...parts, steps });
  const people = new People({ store, passwords, sessions, clock, newId: options.newId });
  const signIn = new SignIn({
    ...parts,
    roles,
    challenges,
    throttle: new LoginThrottle(clock),
    networks,
    notice,
    passwords,
    sessions,
    people,
    pending,
  });
  const confirmations = new Confirmations({ steps, signIn, sessions, factorDuty: options.factorDuty });
  return {
    passwords,
    sessions,
    keys,
    refusals,
    challenges,
    signIn,
    steps,
    confirmations,
    people,
  };
}
