import { observer } from 'mobx-react-lite';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import { type AuditGroup, auditGroups } from '../../core/domain/audit/audit-deeds.ts';
import {
  BarSpace,
  DataTable,
  DateInput,
  ExportButton,
  FailedState,
  ListEmpty,
  ListFoot,
  PanelBody,
  Select,
  TextInput,
  useText,
} from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import type { AuditLineView } from '../../schemas/wire/audit.ts';
import styles from './audit.module.css';
import { useAuditColumns } from './audit-columns.tsx';
import type { AuditStore } from './audit-store.ts';
import type { TitledMarkets } from './subject-words.ts';

interface AuditListProps {
  readonly store: AuditStore;
  readonly api: Pick<Api, 'download'>;
  readonly markets: TitledMarkets;
  readonly notices: Notices;
}

/** What was done, newest first, with what narrows it and the way to take it along. */
export const AuditList = observer(function AuditList({ store, api, markets, notices }: AuditListProps) {
  const t = useText('page-audit');
  const { list, filter } = store;
  const columns = useAuditColumns(markets);
  const empty =
    list.state === 'failed' ? (
      <FailedState text={t('failed')} onRetry={() => void store.refresh()} />
    ) : (
      <ListEmpty icon="history" text={t('empty')} narrowed={store.isNarrowed ? t('narrowed') : null} onClear={store.clear} />
    );
  const word = (name: 'search' | 'actor' | 'subject' | 'order') => (
    <div className={name === 'search' ? record.search : styles.word}>
      <TextInput
        aria-label={t(`filter.${name}`)}
        placeholder={t(`filter.${name}`)}
        value={filter[name] ?? ''}
        maxLength={name === 'order' ? 64 : 200}
        onChange={(text) => store.narrow({ [name]: text })}
      />
    </div>
  );
  const bar = (
    <div className={record.filters}>
      {word('search')}
      {word('actor')}
      <Select<AuditGroup | ''>
        className={record.choice}
        aria-label={t('filter.group')}
        value={filter.group ?? ''}
        options={[{ value: '', label: t('filter.group') }, ...auditGroups.map((one) => ({ value: one, label: t(`group.${one}`) }))]}
        onChange={(one) => store.narrow({ group: one === '' ? undefined : one })}
      />
      {word('subject')}
      {word('order')}
      <span className={styles.day}>
        {t('filter.from')}
        <DateInput
          className={styles.date}
          aria-label={t('filter.from')}
          value={filter.from ?? ''}
          max={filter.to}
          onChange={(from) => store.narrow({ from })}
        />
      </span>
      <span className={styles.day}>
        {t('filter.to')}
        <DateInput
          className={styles.date}
          aria-label={t('filter.to')}
          value={filter.to ?? ''}
          min={filter.from}
          onChange={(to) => store.narrow({ to })}
        />
      </span>
      <span className={record.total} role="status">
        {store.reading ? t('reading') : ''}
      </span>
      <BarSpace />
      <ExportButton
        fileName={t('fileName')}
        download={(options) => api.download('auditExport', { query: store.asked }, options)}
        onFailure={({ error }) => notices.error(error)}
      />
    </div>
  );
  return (
    <section aria-label={t('title')} className={record.list}>
      <PanelBody bar={bar} foot={list.items.length > 0 && <ListFoot list={list} />}>
        <DataTable<AuditLineView>
          label={t('title')}
          rows={list.items}
          columns={columns}
          rowKey={keyOf}
          markedKey={store.open === null ? null : keyOf(store.open)}
          onActivate={store.show}
          loading={list.state === 'loading' || (store.reading && list.items.length === 0)}
          empty={empty}
        />
      </PanelBody>
    </section>
  );
});

const keyOf = ({ entry }: AuditLineView): string => String(entry);
