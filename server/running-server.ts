import type { PluginSource } from '../core/kernel/index.ts';
import type { Route } from '../schemas/wire/route.ts';
import type { ServerClock } from './clock.ts';
import type { DemoAccount } from './demo/demo-people.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { HttpDeadlines } from './gateway/http-server.ts';
import type { SocketLimitNumbers } from './gateway/sockets/socket-limits.ts';
import type { TopicHub } from './gateway/topics/topic-hub.ts';
import type { RootLogger } from './logger.ts';
import type { BacktestThreadLimits } from './runtime/backtest/backtest-thread.ts';
import type { ThreadLimits } from './runtime/worker/strategy-thread.ts';
import type { People } from './session/people.ts';
import type { SessionRegistry } from './session/session-registry.ts';
import type { SignInWork } from './session/sign-in-challenges.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/store.ts';
import type { TradingRoom, TradingRoomOptions } from './trading/open-trading-room.ts';

export interface ServerOptions {
  readonly settings: Settings;
  readonly logger: RootLogger;
  readonly version: string;
  /** Of the source, where it is known. */
  readonly commit?: string | null;
  /** The built browser client; may be missing. */
  readonly clientFolder: string;
  /** Default: all that are installed. */
  readonly plugins?: readonly PluginSource[];
  /** Folder that `--watch` looks at; default: the repository's `plugins`. */
  readonly pluginsRoot?: string;
  readonly clock?: ServerClock;
  /** What signing in costs a browser; tests ask for little. */
  readonly signInWork?: SignInWork;
  readonly httpDeadlines?: HttpDeadlines;
  readonly socketLimits?: SocketLimitNumbers;
  /** What threads of strategies may use. */
  readonly threadLimits?: ThreadLimits;
  /** What threads of backtests may use. */
  readonly backtestLimits?: BacktestThreadLimits;
  /** Multiplies the rate limits; load tests raise it. */
  readonly rateFactor?: number;
  /** Holds every reply against its schema. */
  readonly checkReplies?: boolean;
  /** Adds the process's own figures to `/metrics`: memory, processor, event loop, garbage collection. */
  readonly processFigures?: boolean;
  /** The disk failed, or the database died and cannot be started again: only a new process helps. */
  readonly onLost?: (error: Error) => void;
  /** Ends a start that is under way, or waits as a standby, in order; it rejects with the signal's reason then. */
  readonly stop?: AbortSignal;
  /** Seam for tests: what journals and snapshots are written through, and how often. */
  readonly host?: TradingRoomOptions['host'];
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Opens the set-up page from anywhere, for the terminal alone; null: there is an administrator. */
  readonly setUpToken: string | null;
  readonly demoAccounts: readonly DemoAccount[];
  readonly store: Store;
  readonly room: TradingRoom;
  readonly people: People;
  readonly sessions: SessionRegistry;
  readonly gateway: Gateway;
  readonly hub: TopicHub;
  /** Every call that it answers, those of plugins too, by name. */
  readonly routes: Readonly<Record<string, Route>>;
  /** First words of every topic that it feeds, those of plugins too. */
  readonly topics: readonly string[];
  /** Stops accepting, ends what is under way, closes sockets, venues and store. Calling it twice is harmless. */
  close(): Promise<void>;
}
