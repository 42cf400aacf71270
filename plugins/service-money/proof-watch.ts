import type { HouseMoney, MoneyProof } from '../../core/contract/money.ts';
import type { Monitoring } from '../../core/contract/operations.ts';
import { listed } from '../../core/domain/joined-text.ts';

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
      en: 'Freeze the accounts concerned under Risk, prove again under Finance, and compare with the journal before anything is booked by hand.',
      'zh-CN': '请在“风控”中冻结相关账户，在“财务”中重新核对，并在手工记账之前与日志比较。',
      'zh-TW': '請在「風控」中凍結相關帳戶，在「財務」中重新核對，並在手工記帳之前與日誌比較。',
    },
    anchor: 'books-and-wallets-do-not-agree',
    read: async () => {
      const names = (await failed()).map(({ exchange, day }) => `${exchange} ${day}`);
      if (names.length === 0) return { state: 'ok', detail: null };
      return {
        state: 'down',
        detail: {
          en: `They do not agree: ${listed(names, 'en')}.`,
          'zh-CN': `账目不符：${listed(names, 'zh-CN')}。`,
          'zh-TW': `帳目不符：${listed(names, 'zh-TW')}。`,
        },
      };
    },
  });
}
