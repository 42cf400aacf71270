import type { Logger } from '../../core/contract/server-services.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { Venue } from '../../core/contract/venue.ts';
import { spotAccount } from '../../core/domain/accounts/account-key.ts';
import type { Role, VipLevel } from '../../core/domain/accounts/role.ts';
import { derivedPassword } from '../secrets/master-key.ts';
import type { PasswordHasher } from '../session/password-hasher.ts';
import type { People } from '../session/people.ts';
import type { UserRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { ApiAccountDirectory } from '../trading/accounts/api-account-directory.ts';

interface DemoPerson {
  readonly username: string;
  readonly role: Role;
  readonly vipLevel: VipLevel;
}

/** One person per role, and a trader of every VIP level. */
const demoPeople: readonly DemoPerson[] = [
  { username: 'admin', role: 'admin', vipLevel: 3 },
  { username: 'trader0', role: 'user', vipLevel: 0 },
  { username: 'trader1', role: 'user', vipLevel: 1 },
  { username: 'trader2', role: 'user', vipLevel: 2 },
  { username: 'trader3', role: 'user', vipLevel: 3 },
  { username: 'asset', role: 'asset', vipLevel: 1 },
  { username: 'finance', role: 'finance', vipLevel: 1 },
  { username: 'observer', role: 'observer', vipLevel: 1 },
  { username: 'risk', role: 'risk', vipLevel: 1 },
  { username: 'finance_manage', role: 'finance_manage', vipLevel: 1 },
];

/** What each account starts with, as far as the exchange lists the asset. */
export const demoFunds: Readonly<Record<string, string>> = {
  USDT: '100000',
  BTC: '2',
  ETH: '20',
  BNB: '50',
  SOL: '200',
  XRP: '20000',
  DOGE: '100000',
};

export interface DemoAccount extends DemoPerson {
  readonly password: string;
}

export interface DemoParts {
  readonly store: Pick<Store, 'users'>;
  readonly people: People;
  readonly passwords: PasswordHasher;
  readonly accounts: ApiAccountDirectory;
  readonly venues: readonly Venue[];
  readonly masterKey: Buffer;
  readonly logger: Logger;
}

/** Makes the demo's people and their funded accounts; repeating it changes nothing. Gives what to sign in with. */
export async function prepareDemo(parts: DemoParts): Promise<readonly DemoAccount[]> {
  return Promise.all(demoPeople.map((person) => preparePerson(parts, person)));
}

async function preparePerson(parts: DemoParts, person: DemoPerson): Promise<DemoAccount> {
  const { masterKey } = parts;
  const password = derivedPassword(masterKey, `demo:${person.username}`);
  const user = await ensureDemoUser(parts, person, password);
  await Promise.all(parts.venues.map((venue) => fund(parts, user, venue)));
  return { ...person, username: user.username, password };
}

/** A name that a real user has is left alone: the demo's person then is called `demo-<name>`. */
export async function ensureDemoUser({ store, people, passwords }: DemoParts, person: DemoPerson, password: string): Promise<UserRecord> {
  for (const username of [person.username, `demo-${person.username}`]) {
    const known = await store.users.byLogin(username);
    if (known === null) return people.create({ ...person, username, email: `${username}@demo.tessera.example`, password, demo: true });
    if (!known.demo) continue;
    const { role, vipLevel } = person;
    const keepsPassword = await passwords.matches(known.passwordHash, password);
    if (keepsPassword && known.role === role && known.vipLevel === vipLevel) return known;
    const changes = keepsPassword ? { role, vipLevel } : { role, vipLevel, passwordHash: await passwords.hash(password) };
    await people.change(known.id, changes);
    return { ...known, ...changes };
  }
  throw new Error(`both ${person.username} and demo-${person.username} belong to real users`);
}

async function fund(parts: DemoParts, user: UserRecord, venue: Venue): Promise<void> {
  const { apiId } = await parts.accounts.ensureAccount(user.id, venue.exchange);
  if (venue.capabilities.deposit) await depositOnce(parts, apiId, venue, demoFunds);
}

/** The reference names account and asset, so that each deposit happens once, however often the demo starts. */
export async function depositOnce(
  { accounts, logger }: Pick<DemoParts, 'accounts' | 'logger'>,
  apiId: ApiId,
  venue: Venue,
  funds: Readonly<Record<string, string>>,
): Promise<void> {
  // What an account has of an asset began with this: nobody trades before it is done.
  const funded = new Set(venue.balances(spotAccount(apiId)).map(({ asset }) => asset));
  await Promise.all(
    venue.assets.map(async ({ code }) => {
      const amount = funds[code];
      if (amount === undefined || funded.has(code)) return;
      const unfunded = (error: unknown): void =>
        logger.warn({ err: error, exchange: venue.exchange, asset: code }, 'a demo account could not be funded');
      try {
        const outcome = await accounts.deposit(spotAccount(apiId), code, amount, `demo-${apiId}-${code}`);
        if (!outcome.ok && outcome.error.code !== 'TRANSFER_DUPLICATE_REFERENCE') unfunded(outcome.error);
      } catch (error) {
        // Nobody answered: the next start asks again, under the same reference.
        unfunded(error);
      }
    }),
  );
}
