import type { CheckTerms } from '../../../core/contract/operations.ts';
import type { Clock } from '../../../core/contract/server-services.ts';

const hourMs = 60 * 60_000;
/** A weekend, and a night to do something about it. */
const soonMs = 72 * hourMs;

/** Warns of a disk that fills while somebody can still do something about it by day. */
export const diskCheck = (fullMs: () => number | null, clock: Pick<Clock, 'nowMs'>): CheckTerms => ({
  id: 'disk-trend',
  title: { en: 'Disk in the next days', 'zh-CN': '未来几天的磁盘', 'zh-TW': '未來幾天的磁碟' },
  remedy: {
    en: 'Make room, or move the data folder to a larger disk while the server is stopped.',
    'zh-CN': '请腾出空间，或在服务器停止时将数据文件夹移到更大的磁盘。',
    'zh-TW': '請騰出空間，或在伺服器停止時將資料夾移到更大的磁碟。',
  },
  anchor: 'the-disk-is-full',
  read: () => {
    const leftMs = (fullMs() ?? Number.POSITIVE_INFINITY) - clock.nowMs();
    if (leftMs > soonMs) return { state: 'ok', detail: null };
    const hours = Math.max(1, Math.round(leftMs / hourMs));
    return {
      state: 'warn',
      detail: {
        en: `At the pace of the last day it is full in ${hours} h.`,
        'zh-CN': `按最近一天的速度，${hours} 小时后写满。`,
        'zh-TW': `按最近一天的速度，${hours} 小時後寫滿。`,
      },
    };
  },
});
