import type { HouseMoney, MoneyProof } from '../../core/contract/money.ts';
import type { Monitoring } from '../../core/contract/operations.ts';

/** Proofs that are looked at: the last day of so many exchanges. */
const most = 50;

/** Tells operators when ledger, wallets and stored balances of an exchange did not agree at its last proof. */
export function watchProofs(money: Pick<HouseMoney, 'proofs'>, monitoring: Monitoring): void {
  const failed = async (): Promise<readonly MoneyProof[]> => {
    const newest = new Map<string, MoneyProof>();
    for (const proof of await money.proofs(most)) if (!newest.has(proof.exchange)) newest.set(proof.exchange, proof);
    return [...newest.values()].filter(({ findings }) => findings.length > 0);
  };
  monitoring.addFigure({
    id: 'proofs-failed',
    title: { en: 'Exchanges whose books do not agree', 'zh-CN': '账目不符的交易所', 'zh-TW': '帳目不符的交易所' },
    help: 'Exchanges at whose last proof ledger, wallets and stored balances did not agree',
    ...{ unit: 'count', group: 'orders' },
    read: async () => (await failed()).length,
  });
  monitoring.addCheck({
    id: 'proofs',
    title: { en: 'Books and wallets', 'zh-CN': '账目与钱包', 'zh-TW': '帳目與錢包' },
    remedy: {
      en: 'Halt withdrawals, prove again under Finance, and compare what does not agree with the journal before anything is booked.',
      'zh-CN': '请暂停提现，在“财务”中重新核对，并在记账之前将不符之处与日志比较。',
      'zh-TW': '請暫停提領，在「財務」中重新核對，並在記帳之前將不符之處與日誌比較。',
    },
    anchor: 'books-and-wallets-do-not-agree',
    read: async () => {
      const names = (await failed()).map(({ exchange, day }) => `${exchange} ${day}`).join(', ');
      if (names === '') return { state: 'ok', detail: null };
      return {
        state: 'down',
        detail: { en: `They do not agree: ${names}.`, 'zh-CN': `账目不符：${names}。`, 'zh-TW': `帳目不符：${names}。` },
      };
    },
  });
}
