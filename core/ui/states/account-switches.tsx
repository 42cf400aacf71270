import type { Stream } from '../../contract/client-services.ts';
import type { SwitchesItem } from '../../contract/stream-items.ts';
import type { ApiId } from '../../contract/trading.ts';
import { useText } from '../text/use-text.ts';
import styles from './account-switches.module.css';
import { useByAccount } from './use-by-account.ts';

type SwitchesOf = ReadonlyMap<ApiId, SwitchesItem['switches']>;

/** What risk has stopped for the accounts of the reader, by account; it follows what risk does. */
export const useAccountSwitches = (stream: Pick<Stream, 'subscribe'>): SwitchesOf => useByAccount(stream, 'switches', switchesOf);
const switchesOf = ({ switches }: SwitchesItem): SwitchesItem['switches'] => switches;

/** That risk has frozen an account, and why; null while it has not. */
export function useFrozenText(switches: SwitchesOf): (apiId: ApiId) => string | null {
  const t = useText('ui');
  return (apiId) => {
    const own = switches.get(apiId)?.find(({ about }) => about === 'account');
    return own === undefined ? null : t('account.frozen', { reason: own.reason });
  };
}

/** The same beside an account in a list. */
export function FrozenNote({ switches, apiId }: { readonly switches: SwitchesOf; readonly apiId: ApiId }) {
  const text = useFrozenText(switches)(apiId);
  return text === null ? null : <span className={styles.frozen}>{text}</span>;
}
