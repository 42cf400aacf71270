import type { Accounts, Markets, Stream } from '../../contract/client-services.ts';
import type { CopiedItem } from '../../contract/stream-items.ts';
import type { ApiId } from '../../contract/trading.ts';
import { accountTitle } from '../../domain/accounts/account-title.ts';
import { formatDecimal } from '../../domain/numbers/number-text.ts';
import { useText } from '../text/use-text.ts';
import styles from './account-copies.module.css';
import { useByAccount } from './use-by-account.ts';

interface CopyServices {
  readonly stream: Pick<Stream, 'subscribe'>;
  readonly accounts: Pick<Accounts, 'apiAccounts'>;
  readonly markets: Pick<Markets, 'exchangeTitle'>;
}

/** That an account's orders are copied: in a few words, and to whom with which share and most. */
interface CopiedWords {
  readonly summary: string;
  readonly lines: readonly string[];
}

type CopiesOf = ReadonlyMap<ApiId, CopiedItem['followers']>;

/** Who repeats orders of which of the reader's accounts; it follows whoever switches copying. */
export const useCopies = (stream: CopyServices['stream']): CopiesOf => useByAccount(stream, 'copied', followersOf);
const followersOf = ({ followers }: CopiedItem): CopiedItem['followers'] => followers;

/** Who repeats the orders of an account, in words; null: nobody. */
export function useCopiedWords(
  { accounts, markets }: Omit<CopyServices, 'stream'>,
  byAccount: CopiesOf,
): (apiId: ApiId) => CopiedWords | null {
  const t = useText('ui');
  return (mainApiId) => {
    const followers = byAccount.get(mainApiId) ?? [];
    if (followers.length === 0) return null;
    const lines = followers.map(({ apiId, ratio, most }) => {
      const account = accounts.apiAccounts.find((one) => one.apiId === apiId);
      const name = account === undefined ? t('copied.other') : accountTitle(account.name, markets.exchangeTitle(account.exchange));
      const share = { name, percent: formatDecimal(ratio) };
      return most === null ? t('copied.share', share) : t('copied.most', { ...share, amount: formatDecimal(most) });
    });
    return { summary: t('copied', { count: followers.length }), lines };
  };
}

export interface CopiedNoteProps {
  readonly services: CopyServices;
  /** Null: there is no account. */
  readonly apiId: ApiId | null;
}

/** The same where there is room for a few words alone, with the whole as its title. */
export function CopiedNote({ services, apiId }: CopiedNoteProps) {
  const words = useCopiedWords(services, useCopies(services.stream));
  const copied = apiId === null ? null : words(apiId);
  if (copied === null) return null;
  return (
    <span className={styles.copied} title={copied.lines.join('\n')}>
      {copied.summary}
    </span>
  );
}
