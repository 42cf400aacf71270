import type { WebSocket } from 'ws';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { RefusalAudit } from '../../session/refusal-audit.ts';
import type { UserSession } from '../../session/session-registry.ts';
import type { AddressOf } from '../guards/client-address.ts';
import type { RateLimiter } from '../guards/rate-limiter.ts';
import type { TokenAuthenticator } from '../guards/token-authenticator.ts';
import type { AccountFollowers } from '../topics/account-followers.ts';
import type { PluginTopic } from '../topics/plugin-topic.ts';
import type { SnapshotBudgets } from '../topics/snapshot-budgets.ts';
import type { TopicDirectory } from '../topics/topic-directory.ts';
import type { TopicHub } from '../topics/topic-hub.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { OriginCheck } from './socket-origin.ts';

/** What sockets of every kind share. */
export interface SocketRooms {
  readonly hub: TopicHub;
  readonly topics: TopicDirectory;
  /** Topics that differ by caller and need the database: they send each client its own. */
  readonly ofCaller: Readonly<Partial<Record<string, Pick<PluginTopic, 'follow' | 'unfollow'>>>>;
  readonly followers: Pick<AccountFollowers, 'follow'>;
  readonly tokens: TokenAuthenticator;
  readonly addressOf: AddressOf;
  readonly snapshots: SnapshotBudgets;
  readonly limits: SocketLimits;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly refusals: Pick<RefusalAudit, 'note'>;
  /** Whether a page of this origin may open sockets. */
  readonly mayOpen: OriginCheck;
  /** Ties a socket to a session, so that it ends with it. */
  authenticated(socket: WebSocket, session: UserSession): void;
}
