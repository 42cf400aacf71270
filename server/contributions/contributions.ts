import { join } from 'node:path';
import { ADMISSIONS, type Admissions } from '../../core/contract/admissions.ts';
import { APPROVALS } from '../../core/contract/approvals.ts';
import { AUDIT } from '../../core/contract/audit.ts';
import { AUTHORISATIONS, type Authorisations } from '../../core/contract/authorisations.ts';
import { CAPTCHA, type Captcha } from '../../core/contract/captcha.ts';
import { CODES, type Codes } from '../../core/contract/codes.ts';
import { DELIVERIES, type Deliveries, OUTBOX, type Outbox } from '../../core/contract/deliveries.ts';
import { EXCHANGE_ACCOUNTS, type ExchangeAccounts } from '../../core/contract/exchange-accounts.ts';
import { FILES } from '../../core/contract/files.ts';
import { HOUSE_VENUES, type HouseVenues } from '../../core/contract/house-venues.ts';
import { INVITATIONS } from '../../core/contract/invitations.ts';
import { MAIL, type Mail } from '../../core/contract/mail.ts';
import { type HouseMailServer, MAIL_SERVER } from '../../core/contract/mail-server.ts';
import { MESSAGES } from '../../core/contract/messages.ts';
import { type HouseMoney, MONEY } from '../../core/contract/money.ts';
import { MONITORING, OPERATIONS } from '../../core/contract/operations.ts';
import { ORDER_NEWS, type OrderNews } from '../../core/contract/order-news.ts';
import { OWN_DATA, OWN_DATA_BOOK } from '../../core/contract/own-data.ts';
import { type HousePeople, PEOPLE } from '../../core/contract/people.ts';
import { type HousePlatform, PLATFORM } from '../../core/contract/platform.ts';
import { PUSH, type Push } from '../../core/contract/push.ts';
import { type HouseRisk, RISK } from '../../core/contract/risk.ts';
import { SEALING } from '../../core/contract/sealing.ts';
import { AUTHENTICATION, DIALECTS, JOBS, ROUTES, TABLES, TOPICS } from '../../core/contract/server-contributions.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import { SIGN_IN_STEPS } from '../../core/contract/sign-in-steps.ts';
import { type HouseSmsGateway, SMS_GATEWAY } from '../../core/contract/sms-gateway.ts';
import type { Token } from '../../core/contract/token.ts';
import { TRADED } from '../../core/contract/traded.ts';
import { type HostService, hostService, perPlugin } from '../../core/kernel/index.ts';
import type { NoticeLetters } from '../deliveries/notice-letters.ts';
import type { StoredDeliveries } from '../deliveries/stored-deliveries.ts';
import { house, type JobRunner } from '../jobs/job-runner.ts';
import type { TopicPublisher } from '../market/topic-publisher.ts';
import type { ApprovalBook } from '../money/approval-book.ts';
import type { HouseOperations } from '../operations/house-operations.ts';
import type { KeyRing } from '../secrets/key-ring.ts';
import type { EnterByStep, SignInStepBook } from '../session/sign-in-step-book.ts';
import type { Quota } from '../store/quota/user-quota.ts';
import type { Store } from '../store/store.ts';
import { AnswerDeadline } from './answer-deadline.ts';
import { ContributedDialects } from './contributed-dialects.ts';
import { ContributedRoutes } from './contributed-routes.ts';
import { ContributedSchemes } from './contributed-schemes.ts';
import { ContributedTopics } from './contributed-topics.ts';
import { PluginFiles } from './plugin-files.ts';
import { PluginSealing } from './plugin-sealing.ts';
import { StoredAudit } from './stored-audit.ts';
import { StoredInvitations } from './stored-invitations.ts';
import type { StoredOwnData } from './stored-own-data.ts';
import { UserMessages } from './user-messages.ts';

export interface ServerContributionParts {
  readonly store: Pick<Store, 'tablesOf' | 'of' | 'transaction' | 'messages' | 'users' | 'traded' | 'audit' | 'orders'>;
  readonly quota: Quota;
  /** Paths of the pages of all plugins. */
  readonly pages: readonly string[];
  readonly publisher: TopicPublisher;
  readonly captcha: Captcha;
  readonly people: HousePeople;
  readonly admissions: Admissions;
  readonly accounts: ExchangeAccounts;
  readonly authorisations: Authorisations;
  readonly orderNews: OrderNews;
  readonly steps: SignInStepBook;
  readonly enter: EnterByStep;
  /** Seals what services keep in their tables. */
  readonly keys: KeyRing;
  readonly platform: HousePlatform;
  readonly mailServer: HouseMailServer;
  readonly smsGateway: HouseSmsGateway;
  readonly venues: HouseVenues;
  readonly money: HouseMoney;
  readonly risk: HouseRisk;
  readonly ownData: StoredOwnData;
  readonly approvals: ApprovalBook;
  readonly operations: HouseOperations;
  readonly mail: Mail;
  readonly deliveries: Deliveries & Outbox & Pick<StoredDeliveries, 'languageOf'>;
  readonly letters: NoticeLetters;
  readonly push: Push;
  readonly codes: Codes;
  /** Below it each plugin that keeps files has a folder of its own. */
  readonly filesFolder: string;
  readonly jobs: JobRunner;
  readonly clock: Pick<Clock, 'after' | 'nowMs'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** What plugins add to this server. Each plugin gets services of its own to add with, and what it has added ends with it. */
export class ServerContributions {
  readonly routes = new ContributedRoutes();
  readonly dialects: ContributedDialects;
  readonly schemes = new ContributedSchemes();
  readonly topics: ContributedTopics;
  readonly #parts: ServerContributionParts;

  constructor(parts: ServerContributionParts) {
    this.#parts = parts;
    this.topics = new ContributedTopics(parts.publisher);
    this.dialects = new ContributedDialects(parts.pages);
  }

  /** For the gateway, which stops instances for people of risk. */
  get risk(): Pick<HouseRisk, 'instanceStopped' | 'switches'> {
    return this.#parts.risk;
  }

  /** For the kernel. */
  services(): readonly HostService[] {
    const { routes, topics, schemes, dialects } = this;
    const { store, quota, jobs, clock, captcha, people, steps, keys, accounts, authorisations } = this.#parts;
    const { platform, mail, deliveries, letters, push, codes, filesFolder, logger } = this.#parts;
    const { money, approvals, orderNews, risk, operations, ownData } = this.#parts;
    const deadline = new AnswerDeadline(clock, logger);
    return [
      added(
        ROUTES,
        (pluginId) => deadline.routes(pluginId, routes.of(pluginId)),
        (pluginId) => routes.release(pluginId),
      ),
      added(
        TOPICS,
        (pluginId) => topics.of(pluginId),
        (pluginId) => topics.release(pluginId),
      ),
      added(
        DIALECTS,
        (pluginId) => deadline.dialects(pluginId, dialects.of(pluginId)),
        (pluginId) => dialects.release(pluginId),
      ),
      added(
        AUTHENTICATION,
        (pluginId) => deadline.authentication(pluginId, schemes.of(pluginId)),
        (pluginId) => schemes.release(pluginId),
      ),
      added(
        JOBS,
        (pluginId) => {
          // By this name the jobs of the product are known, in the database too.
          if (pluginId === house) throw new Error(`a plugin called "${house}" can have no jobs: they would be the product's own`);
          return { add: (job) => jobs.add(pluginId, job) };
        },
        (pluginId) => (pluginId === house ? undefined : jobs.release(pluginId)),
      ),
      perPlugin(TABLES, (pluginId) => store.tablesOf(pluginId, quota)),
      hostService(CAPTCHA, captcha),
      hostService(MAIL, mail),
      hostService(DELIVERIES, deliveries),
      hostService(PUSH, push),
      hostService(CODES, codes),
      hostService(OUTBOX, deliveries),
      perPlugin(FILES, (pluginId) => new PluginFiles(join(filesFolder, pluginId))),
      hostService(INVITATIONS, new StoredInvitations(store.users)),
      hostService(MESSAGES, new UserMessages(store, letters, (from, userId) => deliveries.languageOf(from, userId))),
      hostService(PEOPLE, people),
      { ...hostService(ADMISSIONS, this.#parts.admissions), kinds: ['service'] },
      hostService(EXCHANGE_ACCOUNTS, accounts),
      hostService(AUTHORISATIONS, authorisations),
      { ...hostService(ORDER_NEWS, orderNews), kinds: ['service'] },
      added(
        SIGN_IN_STEPS,
        (pluginId) => steps.of(pluginId, this.#parts.enter),
        (pluginId) => steps.release(pluginId),
      ),
      { ...perPlugin(SEALING, (pluginId) => new PluginSealing(pluginId, keys)), kinds: ['service'] },
      hostService(PLATFORM, platform),
      { ...hostService(MAIL_SERVER, this.#parts.mailServer), kinds: ['service'] },
      { ...hostService(SMS_GATEWAY, this.#parts.smsGateway), kinds: ['service'] },
      { ...hostService(HOUSE_VENUES, this.#parts.venues), kinds: ['service'] },
      hostService(MONEY, money),
      hostService(RISK, risk),
      added(
        MONITORING,
        (pluginId) => operations.book.of(pluginId),
        (pluginId) => operations.book.release(pluginId),
      ),
      { ...hostService(OPERATIONS, operations), kinds: ['service'] },
      perPlugin(
        APPROVALS,
        (pluginId) => {
          const tables = store.tablesOf(pluginId, quota);
          return approvals.of(pluginId, (work) => tables.transaction(work));
        },
        (pluginId) => approvals.release(pluginId),
      ),
      added(
        OWN_DATA,
        (pluginId) => ownData.of(pluginId),
        (pluginId) => ownData.release(pluginId),
      ),
      { ...hostService(OWN_DATA_BOOK, ownData), kinds: ['service'] },
      hostService(AUDIT, new StoredAudit(store, clock)),
      hostService(TRADED, store.traded),
    ];
  }
}

type Call = (...values: readonly unknown[]) => unknown;

/** What a plugin adds with until it ends: nothing would take back what its setup left running adds after that. */
function added<T extends object>(token: Token<T>, of: (pluginId: string) => T, release: NonNullable<HostService['release']>): HostService {
  const create = (pluginId: string, isOpen: () => boolean): T => {
    const whileOpen = ([name, call]: [string, Call]): [string, Call] => [
      name,
      (...values) => {
        if (!isOpen()) throw new Error(`plugin "${pluginId}" has ended and adds nothing more`);
        return call(...values);
      },
    ];
    return Object.fromEntries(Object.entries(of(pluginId)).map(whileOpen)) as T;
  };
  return perPlugin(token, create, release);
}
