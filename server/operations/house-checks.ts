import type { ByLanguage, CheckFinding, CheckTerms } from '../../core/contract/operations.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import { listed } from '../../core/domain/joined-text.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { LogMemory } from './log-memory.ts';
import { words } from './watched-book.ts';

interface HouseCheckParts {
  /** With those that never opened. */
  readonly venues: () => readonly { readonly title: string; readonly health: 'LIVE' | 'DEGRADED' | 'DOWN'; readonly reason: string }[];
  /** Risk has halted everything. */
  readonly isHalted: () => boolean;
  /** Since when the database does not answer, by the clock that is never set; null: it does. */
  readonly databaseSilentMs: () => number | null;
  readonly storeLagMs: () => number;
  /** So much waits for the database that new orders are refused. */
  readonly isBehind: () => boolean;
  readonly disk: { readonly freeBytes: number; readonly hasRoom: () => boolean };
  readonly floorBytes: number;
  readonly jobs: Pick<JobRunner, 'list'>;
  readonly failedPlugins: () => readonly string[];
  readonly eventLoopSeconds: () => number | null;
  readonly log: Pick<LogMemory, 'errorsSince' | 'groups'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const ok: CheckFinding = { state: 'ok', detail: null };
/** From here on somebody should look. */
const slowStoreMs = 30_000;
const slowLoopSeconds = 0.5;
/** A disk with less than so many times the floor will be full before long. */
const nearlyFull = 8;
const errorWindowMs = 5 * 60_000;

/** What is looked at every ten seconds, the most urgent first. */
export function houseChecks(parts: HouseCheckParts): readonly CheckTerms[] {
  return [
    {
      id: 'exchanges',
      title: words('Exchanges', '交易所', '交易所'),
      remedy: words(
        'It is opened again by itself, at least once a minute. Read the reason; if it stays, look at the log and at the disk of the journal.',
        '系统会自动重新打开，至少每分钟一次。请查看原因；如果一直如此，请检查日志和交易日志所在的磁盘。',
        '系統會自動重新開啟，至少每分鐘一次。請查看原因；如果一直如此，請檢查記錄檔和交易日誌所在的磁碟。',
      ),
      anchor: 'an-exchange-does-not-start',
      read: () => exchanges(parts.venues()),
    },
    {
      id: 'desk',
      title: words('Trading', '交易', '交易'),
      remedy: words(
        'The page Risk says who halted it and why, and takes it up again.',
        '“风控”页面说明由谁因何停止，并可恢复交易。',
        '「風控」頁面說明由誰因何停止，並可恢復交易。',
      ),
      anchor: null,
      read: () =>
        parts.isHalted()
          ? {
              state: 'warn',
              detail: words(
                'People of risk have halted everything: new orders are refused, cancels go on.',
                '风控人员已停止全部交易：新委托被拒绝，撤单照常。',
                '風控人員已停止全部交易：新委託被拒絕，撤單照常。',
              ),
            }
          : ok,
    },
    {
      id: 'database',
      title: words('Database', '数据库', '資料庫'),
      remedy: words(
        'See that the database runs and can be reached. Orders of people who are signed in go on; the database gets them once it is back.',
        '请确认数据库在运行且可以连接。已登录用户的委托继续处理，数据库恢复后会补写。',
        '請確認資料庫在執行且可以連線。已登入使用者的委託繼續處理，資料庫恢復後會補寫。',
      ),
      anchor: 'postgresql-is-away',
      read: () =>
        parts.databaseSilentMs() === null
          ? ok
          : { state: 'down', detail: words('It does not answer.', '数据库没有应答。', '資料庫沒有回應。') },
    },
    {
      id: 'store-lag',
      title: words('Database behind the journal', '数据库落后于日志', '資料庫落後於日誌'),
      remedy: words(
        'Nothing is lost: the journal has everything. See what else keeps the database or its disk busy.',
        '不会丢失任何数据：日志中都有。请检查还有什么占用数据库或其磁盘。',
        '不會遺失任何資料：日誌中都有。請檢查還有什麼佔用資料庫或其磁碟。',
      ),
      anchor: 'the-database-is-behind',
      read: () => {
        const seconds = Math.round(parts.storeLagMs() / 1_000);
        const late = words(`It is ${seconds} s behind.`, `落后 ${seconds} 秒。`, `落後 ${seconds} 秒。`);
        if (parts.isBehind())
          return {
            state: 'down',
            detail: words(
              `It is ${seconds} s behind: new orders are refused, cancels go on.`,
              `落后 ${seconds} 秒：新委托被拒绝，撤单照常。`,
              `落後 ${seconds} 秒：新委託被拒絕，撤單照常。`,
            ),
          };
        return parts.storeLagMs() > slowStoreMs ? { state: 'warn', detail: late } : ok;
      },
    },
    {
      id: 'disk',
      title: words('Disk', '磁盘', '磁碟'),
      remedy: words(
        'Make room: old backups, files of “given-up”, logs of other programs. Never delete files of “venues” or “database”.',
        '请腾出空间：旧备份、given-up 中的文件、其他程序的日志。切勿删除 venues 或 database 中的文件。',
        '請騰出空間：舊備份、given-up 中的檔案、其他程式的記錄檔。切勿刪除 venues 或 database 中的檔案。',
      ),
      anchor: 'the-disk-is-full',
      read: () => diskFinding(parts),
    },
    {
      id: 'event-loop',
      title: words('Time to answer', '响应及时性', '回應及時性'),
      remedy: words(
        'The server is busier than it can be. See in the figures what rose, and which other programs run on the machine.',
        '服务器负载过高。请在指标中查看哪项升高，以及机器上还运行着哪些程序。',
        '伺服器負載過高。請在指標中查看哪項升高，以及機器上還執行著哪些程式。',
      ),
      anchor: 'the-server-is-busy',
      read: () => {
        const seconds = parts.eventLoopSeconds() ?? 0;
        const shown = seconds.toFixed(1);
        return seconds > slowLoopSeconds
          ? { state: 'warn', detail: words(`It comes ${shown} s late to what is due.`, `处理延迟 ${shown} 秒。`, `處理延遲 ${shown} 秒。`) }
          : ok;
      },
    },
    {
      id: 'jobs',
      title: words('Jobs', '定时任务', '排程工作'),
      remedy: words(
        'They are tried again by themselves. The list of jobs and the log say why they failed.',
        '系统会自动重试。任务列表和日志中有失败原因。',
        '系統會自動重試。工作清單和記錄檔中有失敗原因。',
      ),
      anchor: 'jobs-and-plugins-that-are-off',
      read: () => {
        const failed = parts.jobs.list().flatMap(({ name: { owner, job }, last }) => (last?.error == null ? [] : [`${owner}/${job}`]));
        return failed.length === 0 ? ok : { state: 'warn', detail: naming(failed, 'Failed: …', '失败：…', '失敗：…') };
      },
    },
    {
      id: 'plugins',
      title: words('Plugins', '插件', '外掛'),
      remedy: words(
        'The page Plugins says why they are off. Everything else runs.',
        '“插件”页面说明了停用原因。其余部分照常运行。',
        '「外掛」頁面說明了停用原因。其餘部分照常運作。',
      ),
      anchor: 'jobs-and-plugins-that-are-off',
      read: () => {
        const failed = parts.failedPlugins();
        return failed.length === 0 ? ok : { state: 'warn', detail: naming(failed, 'Off: …', '已停用：…', '已停用：…') };
      },
    },
    {
      id: 'errors',
      title: words('Log', '日志', '記錄檔'),
      remedy: words('Read them under Errors.', '请在“错误”中查看。', '請在「錯誤」中查看。'),
      anchor: null,
      read: () => {
        const count = parts.log.errorsSince(parts.clock.nowMs() - errorWindowMs);
        const newest = parts.log.groups().find(({ level }) => level === 'error')?.text ?? '';
        return count === 0
          ? ok
          : {
              state: 'warn',
              detail: words(
                `${count} ${count === 1 ? 'error' : 'errors'} in the last five minutes: “${newest}”.`,
                `最近五分钟有 ${count} 个错误：“${newest}”。`,
                `最近五分鐘有 ${count} 個錯誤：「${newest}」。`,
              ),
            };
      },
    },
  ];
}

/** One of several that is not well can wait for the day; when none takes orders, nobody trades. */
function exchanges(venues: ReturnType<HouseCheckParts['venues']>): CheckFinding {
  const ill = venues.filter(({ health }) => health !== 'LIVE');
  if (ill.length === 0) return ok;
  const names = ill.map(({ title, reason }) => (reason === '' ? title : `${title} (${reason})`));
  const isAll = venues.every(({ health }) => health === 'DOWN');
  return {
    state: isAll ? 'down' : 'warn',
    detail: isAll
      ? naming(names, 'Nobody can trade: …', '无法交易：…', '無法交易：…')
      : naming(names, 'Not as it should be: …', '状态异常：…', '狀態異常：…'),
  };
}

function diskFinding({ disk, floorBytes }: Pick<HouseCheckParts, 'disk' | 'floorBytes'>): CheckFinding {
  const free = Math.floor(disk.freeBytes / 1024 ** 2);
  if (!disk.hasRoom())
    return {
      state: 'down',
      detail: words(
        `${free} MB are left: new orders are refused, cancels go on.`,
        `仅剩 ${free} MB：新委托被拒绝，撤单照常。`,
        `僅剩 ${free} MB：新委託被拒絕，撤單照常。`,
      ),
    };
  if (disk.freeBytes >= nearlyFull * floorBytes) return ok;
  return { state: 'warn', detail: words(`${free} MB are left.`, `仅剩 ${free} MB。`, `僅剩 ${free} MB。`) };
}

const mostNames = 4;

/** A sentence of each language with the first of them, and how many more, in place of its dots. */
function naming(names: readonly string[], en: string, simplified: string, traditional: string): ByLanguage {
  const more = names.length <= mostNames ? '' : ` + ${names.length - mostNames}`;
  const inOne = (sentence: string, language: string, end: string): string =>
    sentence.replace('…', () => listed(names.slice(0, mostNames), language) + more) + end;
  return words(inOne(en, 'en', '.'), inOne(simplified, 'zh-CN', '。'), inOne(traditional, 'zh-TW', '。'));
}
