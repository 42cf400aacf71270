import type { AuditLog } from '../../../core/contract/audit.ts';
import type { CheckFinding, Monitoring } from '../../../core/contract/operations.ts';
import type { Clock } from '../../../core/contract/server-services.ts';

interface BackupWatchParts {
  readonly audit: Pick<AuditLog, 'page'>;
  readonly monitoring: Monitoring;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const hourMs = 60 * 60_000;
/** One a day, and a day to notice that it failed. */
const oldMs = 48 * hourMs;

/** Tells operators how old the last backup is that the product took. Gives what reads anew when that was: now and then is enough. */
export function watchBackups({ audit, monitoring, clock }: BackupWatchParts): () => Promise<void> {
  /** Null: none stands in the audit; undefined: nobody has looked yet. */
  let takenMs: number | null | undefined;
  /** Null: none has failed that the audit knows of. */
  let failedMs: number | null = null;
  monitoring.addFigure({
    id: 'backup-age',
    title: { en: 'Age of the last backup', 'zh-CN': '最近一次备份距今', 'zh-TW': '最近一次備份距今' },
    help: 'Seconds since the last backup that the product took; absent where it never took one',
    ...{ unit: 'seconds', group: 'disk' },
    read: () => (takenMs == null ? null : Math.max(0, clock.nowMs() - takenMs) / 1_000),
  });
  monitoring.addCheck({
    id: 'backup',
    title: { en: 'Backup', 'zh-CN': '备份', 'zh-TW': '備份' },
    remedy: {
      en: 'Take one with “npm run backup -- --to PLACE”, and have one taken every day; where that is set up, see why the last one did not come.',
      'zh-CN': '请用 npm run backup -- --to PLACE 备份，并安排每日定时备份；若已安排，请查明其为何没有完成。',
      'zh-TW': '請用 npm run backup -- --to PLACE 備份，並安排每日排程備份；若已安排，請查明其為何沒有完成。',
    },
    anchor: 'take-a-backup',
    read: () => finding(takenMs, failedMs, clock.nowMs()),
  });
  const newest = async (action: string): Promise<number | null> =>
    (await audit.page({ subject: 'backup', action }, { limit: 1 })).entries[0]?.timeMs ?? null;
  return async () => {
    [takenMs, failedMs] = [await newest('backup.taken'), await newest('backup.failed')];
  };
}

/** Nobody can say well of an installation without one; who has another way knows why it is warned of. */
function finding(takenMs: number | null | undefined, failedMs: number | null, nowMs: number): CheckFinding {
  if (takenMs === undefined) return { state: 'ok', detail: null };
  if (failedMs !== null && failedMs > (takenMs ?? 0)) {
    const since = Math.round((nowMs - failedMs) / hourMs);
    return {
      state: 'warn',
      detail: {
        en: `The last try failed ${since} h ago; the audit says why.`,
        'zh-CN': `最近一次尝试在 ${since} 小时前失败，原因见审计日志。`,
        'zh-TW': `最近一次嘗試在 ${since} 小時前失敗，原因見稽核日誌。`,
      },
    };
  }
  if (takenMs === null)
    return {
      state: 'warn',
      detail: {
        en: '“npm run backup” has never taken one of this installation.',
        'zh-CN': '从未用 npm run backup 备份过此系统。',
        'zh-TW': '從未用 npm run backup 備份過此系統。',
      },
    };
  const hours = Math.round((nowMs - takenMs) / hourMs);
  return {
    state: nowMs - takenMs > oldMs ? 'warn' : 'ok',
    detail: { en: `The last one is ${hours} h old.`, 'zh-CN': `最近一次在 ${hours} 小时前。`, 'zh-TW': `最近一次在 ${hours} 小時前。` },
  };
}
