import type { FigureTerms } from '../../core/contract/operations.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { Metrics } from '../gateway/pages/metrics.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { LogMemory } from './log-memory.ts';
import { quantileOf, rateOf } from './rates.ts';
import type { VenueWatch } from './venue-watch.ts';
import { words } from './watched-book.ts';

interface HouseFigureParts {
  readonly metrics: Metrics;
  readonly watch: Pick<VenueWatch, 'quantile' | 'waiting'>;
  readonly log: Pick<LogMemory, 'counts'>;
  readonly jobs: Pick<JobRunner, 'list'>;
  readonly disk: { readonly freeBytes: number };
  /** The longest of all exchanges, ms. */
  readonly storeLagMs: () => number;
  /** How long the database took to answer last, in seconds; null: it does not. */
  readonly databaseSeconds: () => number | null;
  /** Absent where a process is not to be watched. */
  readonly eventLoop?: (() => number) | undefined;
  /** Of all threads so far, ms. */
  readonly processorMs: () => number;
  readonly clock: Pick<Clock, 'elapsedMs'>;
}

/** Figures of the house, in the order in which they are offered. */
export function houseFigures(parts: HouseFigureParts): readonly FigureTerms[] {
  const { metrics, watch, log, jobs, disk, storeLagMs, databaseSeconds, eventLoop, processorMs, clock } = parts;
  const elapsedMs = (): number => clock.elapsedMs();
  const rate = (read: () => number | Promise<number>) => rateOf(read, elapsedMs);
  return [
    figure('orders-rate', words('Orders per second', '每秒委托数', '每秒委託數'), 'per-second', 'orders', rate(metrics.orderCount)),
    figure(
      'order-p50',
      words('Answer of an exchange, half of all orders', '交易所应答时间（半数委托）', '交易所回應時間（半數委託）'),
      'seconds',
      'orders',
      () => watch.quantile(0.5),
    ),
    figure(
      'order-p99',
      words('Answer of an exchange, 99 of 100 orders', '交易所应答时间（99% 委托）', '交易所回應時間（99% 委託）'),
      'seconds',
      'orders',
      () => watch.quantile(0.99),
    ),
    figure('orders-waiting', words('Orders without an answer', '未获应答的委托', '未獲回應的委託'), 'count', 'orders', () => watch.waiting),
    figure('calls-rate', words('Calls per second', '每秒调用数', '每秒呼叫數'), 'per-second', 'calls', rate(metrics.callCount)),
    figure(
      'call-p99',
      words('Reply to a call, 99 of 100', '调用回复时间（99%）', '呼叫回覆時間（99%）'),
      'seconds',
      'calls',
      quantileOf(metrics.callBuckets, 0.99),
    ),
    figure(
      'refusals-rate',
      words('Refused calls per second', '每秒被拒调用数', '每秒被拒呼叫數'),
      'per-second',
      'calls',
      rate(metrics.refusalCount),
    ),
    figure('sockets', words('Open sockets', '打开的连接', '開啟的連線'), 'count', 'calls', () => metrics.valueOf(metrics.sockets)),
    figure(
      'deliveries-rate',
      words('Messages to sockets per second', '每秒推送消息数', '每秒推送訊息數'),
      'per-second',
      'calls',
      rate(() => metrics.valueOf(metrics.deliveries)),
    ),
    ...(eventLoop === undefined
      ? []
      : [
          figure(
            'event-loop',
            words('Event loop is late, 99 of 100', '事件循环延迟（99%）', '事件迴圈延遲（99%）'),
            'seconds',
            'process',
            eventLoop,
          ),
        ]),
    figure(
      'processor',
      words('Processor, of one core', '处理器（单核）', '處理器（單核）'),
      'percent',
      'process',
      percentOf(rate(processorMs)),
    ),
    figure('heap', words('Memory of the program', '程序内存', '程式記憶體'), 'bytes', 'process', () => process.memoryUsage().heapUsed),
    figure('memory', words('Memory of the process', '进程内存', '處理程序記憶體'), 'bytes', 'process', () => process.memoryUsage.rss()),
    figure(
      'log-errors',
      words('Errors of the log since the start', '启动以来的日志错误', '啟動以來的記錄檔錯誤'),
      'count',
      'process',
      () => log.counts.error,
    ),
    figure(
      'store-lag',
      words('Database behind the journal', '数据库落后于日志', '資料庫落後於日誌'),
      'seconds',
      'queues',
      () => storeLagMs() / 1_000,
    ),
    figure('database-answer', words('Answer of the database', '数据库应答时间', '資料庫回應時間'), 'seconds', 'queues', databaseSeconds),
    figure(
      'jobs-failed',
      words('Jobs whose last run failed', '上次运行失败的任务', '上次執行失敗的工作'),
      'count',
      'queues',
      () => jobs.list().filter(({ last }) => last !== null && last.error !== null).length,
    ),
    figure('disk-free', words('Free on the disk', '磁盘可用空间', '磁碟可用空間'), 'bytes', 'disk', () => disk.freeBytes),
  ];
}

/** Those of the house are in `/metrics` under names of their own, with their help. */
const figure = (
  id: string,
  title: FigureTerms['title'],
  unit: FigureTerms['unit'],
  group: FigureTerms['group'],
  read: FigureTerms['read'],
): FigureTerms => ({ id, title, help: '', unit, group, read });

/** Of milliseconds a second. */
const percentOf =
  (read: () => Promise<number | null>): FigureTerms['read'] =>
  async () => {
    const perSecond = await read();
    return perSecond === null ? null : perSecond / 10;
  };
