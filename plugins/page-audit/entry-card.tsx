import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import { originOf } from '../../core/domain/audit/audit-origin.ts';
import { IconButton, TimeText, useText } from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import styles from './audit.module.css';
import { ActionText } from './audit-columns.tsx';
import { SealOrders } from './seal-orders.tsx';
import { ActorText, SubjectText } from './subject-text.tsx';
import type { TitledMarkets } from './subject-words.ts';
import { useChanges } from './use-changes.ts';

interface EntryCardProps {
  readonly line: AuditLineView;
  readonly api: Pick<Api, 'call' | 'download'>;
  readonly notices: Notices;
  readonly markets: TitledMarkets;
  /** The order whose seals were looked for. */
  readonly order: string | undefined;
  readonly onClose: () => void;
}

/** One entry in full; of a seal the orders that it covers, too. */
export const EntryCard = observer(function EntryCard({ line, api, notices, markets, order, onClose }: EntryCardProps) {
  const t = useText('page-audit');
  const changes = useChanges(line, markets);
  const { address, device } = originOf(line.after);
  return (
    <aside aria-label={t('entry')}>
      <header className={record.cardHead}>
        <h2>
          <ActionText of={line} />
        </h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      <dl className={record.facts}>
        <Fact name={t('field.time')}>
          <TimeText timeMs={line.time} />
        </Fact>
        <Fact name={t('field.actor')}>
          <ActorText of={line} />
        </Fact>
        <Fact name={t('field.subject')}>
          <SubjectText of={line} markets={markets} />
        </Fact>
        {line.reason !== null && (
          <Fact name={t('field.reason')}>
            <span translate="no">{line.reason}</span>
          </Fact>
        )}
        {(address !== null || device !== null) && (
          <Fact name={t('field.origin')}>
            <span translate="no">{[address, device].filter((one) => one !== null).join(' · ')}</span>
          </Fact>
        )}
        <Fact name={t('field.entry')}>
          <span translate="no">
            {line.entry} · {line.action}
          </span>
        </Fact>
      </dl>
      {changes.length > 0 && (
        <table className={styles.changes}>
          <caption>{t('field.changes')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('change.field')}</th>
              <th scope="col">{t('change.before')}</th>
              <th scope="col">{t('change.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, from, to }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td translate="no">{from ?? '–'}</td>
                <td translate="no">{to ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {line.action === 'orders.sealed' && <SealOrders key={order} {...{ api, notices, markets }} entry={line.entry} order={order} />}
    </aside>
  );
});

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
