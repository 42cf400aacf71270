import type { Delivery, Outbox } from '../../core/contract/deliveries.ts';
import type { Monitoring } from '../../core/contract/operations.ts';
import type { Clock } from '../../core/contract/server-services.ts';

interface LetterWatchParts {
  readonly outbox: Pick<Outbox, 'channels' | 'find'>;
  readonly monitoring: Monitoring;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const minuteMs = 60_000;
/** One that its channel should have taken by then. */
const patienceMs = 10 * minuteMs;
const failedWithinMs = 60 * minuteMs;
/** Counted so far; of more nobody has to know how many. */
const most = 200;

/** Tells operators of letters that do not go. Those whose channel is not set wait for somebody to read them here, which is as it should be. */
export function watchLetters({ outbox, monitoring, clock }: LetterWatchParts): void {
  const isSent = ({ channel }: Pick<Delivery, 'channel'>): boolean => channel === 'push' || outbox.channels[channel];
  const unsent = async (): Promise<readonly Delivery[]> => (await outbox.find({ state: 'WAITING' }, { limit: most })).deliveries;
  const waiting = async (): Promise<readonly Delivery[]> => (await unsent()).filter(isSent);
  const failed = async (): Promise<readonly Delivery[]> => {
    const { deliveries } = await outbox.find({ state: 'FAILED' }, { limit: most });
    return deliveries.filter(({ endedMs }) => (endedMs ?? 0) >= clock.nowMs() - failedWithinMs);
  };
  const late = async (): Promise<readonly Delivery[]> =>
    (await waiting()).filter(({ createdMs }) => createdMs < clock.nowMs() - patienceMs);
  monitoring.addFigure({
    id: 'letters-waiting',
    title: { en: 'Letters waiting to be sent', 'zh-CN': '等待发送的信件', 'zh-TW': '等待寄送的信件' },
    help: 'Letters to people that wait for their mail server or gateway, as far as 200',
    ...{ unit: 'count', group: 'queues' },
    read: async () => (await waiting()).length,
  });
  monitoring.addFigure({
    id: 'letters-kept',
    title: {
      en: 'Letters kept in the outbox, as nothing is set to send them',
      'zh-CN': '留在发件箱的信件（未设置发送方式）',
      'zh-TW': '留在寄件匣的信件（未設定寄送方式）',
    },
    help: 'Letters to people whose mail server or gateway is not set, to be passed on by hand, as far as 200',
    ...{ unit: 'count', group: 'queues' },
    read: async () => (await unsent()).filter((one) => !isSent(one)).length,
  });
  monitoring.addFigure({
    id: 'letters-failed',
    title: { en: 'Letters that failed in the last hour', 'zh-CN': '最近一小时发送失败的信件', 'zh-TW': '最近一小時發送失敗的信件' },
    help: 'Letters to people that their mail server or gateway refused in the last hour, as far as 200',
    ...{ unit: 'count', group: 'queues' },
    read: async () => (await failed()).length,
  });
  monitoring.addCheck({
    id: 'letters',
    title: { en: 'Letters to people', 'zh-CN': '发给用户的信件', 'zh-TW': '寄給使用者的信件' },
    remedy: {
      en: 'See that the mail server and the gateway of text messages can be reached. The page Outbox has each letter with what was answered, and sends it again.',
      'zh-CN': '请确认邮件服务器和短信网关可以连接。“发件箱”页面列出每封信件及其应答，并可重新发送。',
      'zh-TW': '請確認郵件伺服器和簡訊閘道可以連線。「寄件匣」頁面列出每封信件及其回應，並可重新寄送。',
    },
    anchor: 'letters-do-not-go',
    read: async () => {
      const [lateCount, failedCount] = [(await late()).length, (await failed()).length];
      if (lateCount + failedCount === 0) return { state: 'ok', detail: null };
      return {
        state: 'warn',
        detail: {
          en: `${lateCount} wait longer than ten minutes, ${failedCount} failed in the last hour.`,
          'zh-CN': `${lateCount} 封等待超过十分钟，最近一小时失败 ${failedCount} 封。`,
          'zh-TW': `${lateCount} 封等待超過十分鐘，最近一小時失敗 ${failedCount} 封。`,
        },
      };
    },
  });
}
