import type { WebSocket } from 'ws';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Session, SessionRegistry } from '../session/session-registry.ts';
import type { PluginTopic } from './plugin-topic.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { TopicDirectory } from './topic-directory.ts';
import type { TopicHub } from './topic-hub.ts';

/** What sockets of every kind share. */
export interface SocketRooms {
  readonly hub: TopicHub;
  readonly topics: TopicDirectory;
  readonly plugins: PluginTopic;
  readonly sessions: SessionRegistry;
  readonly limits: SocketLimits;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ties a socket to a session, so that it ends with it. */
  authenticated(socket: WebSocket, session: Session): void;
}
