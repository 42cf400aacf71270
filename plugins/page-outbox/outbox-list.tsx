import { observer } from 'mobx-react-lite';
import { deliveryChannels, deliveryKinds, deliveryStates } from '../../core/domain/delivery.ts';
import { BarSpace, DataTable, FailedState, ListEmpty, ListFoot, PanelBody, Select, TextInput, useText } from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import type { DeliveryView } from '../../schemas/wire/outbox.ts';
import { useOutboxColumns } from './outbox-columns.tsx';
import type { OutboxStore } from './outbox-store.ts';

/** Letters, newest first, with what narrows them. */
export const OutboxList = observer(function OutboxList({ store }: { readonly store: OutboxStore }) {
  const t = useText('page-outbox');
  const { list, filter } = store;
  const columns = useOutboxColumns();
  const empty =
    list.state === 'failed' ? (
      <FailedState text={t('failed')} onRetry={() => void store.refresh()} />
    ) : (
      <ListEmpty icon="mail" text={t('empty')} narrowed={store.isNarrowed ? t('narrowed') : null} onClear={store.clear} />
    );
  const bar = (
    <div className={record.filters}>
      <div className={record.search}>
        <TextInput
          aria-label={t('filter.search')}
          placeholder={t('filter.search.short')}
          value={filter.search ?? ''}
          onChange={(search) => store.narrow({ search })}
        />
      </div>
      <Choice
        label={t('filter.state')}
        value={filter.state}
        words={deliveryStates}
        of="state"
        onChange={(state) => store.narrow({ state })}
      />
      <Choice
        label={t('filter.channel')}
        value={filter.channel}
        words={deliveryChannels}
        of="channel"
        onChange={(channel) => store.narrow({ channel })}
      />
      <Choice label={t('filter.kind')} value={filter.kind} words={deliveryKinds} of="kind" onChange={(kind) => store.narrow({ kind })} />
      <span className={record.total} role="status">
        {store.reading && list.items.length === 0 ? t('reading') : ''}
      </span>
      <BarSpace />
    </div>
  );
  return (
    <section aria-label={t('title')} className={record.list}>
      <PanelBody bar={bar} foot={list.items.length > 0 && <ListFoot list={list} />}>
        <DataTable<DeliveryView>
          label={t('title')}
          rows={list.items}
          columns={columns}
          rowKey={keyOf}
          markedKey={store.openId}
          onActivate={store.show}
          loading={list.state === 'loading' || (store.reading && list.items.length === 0)}
          empty={empty}
        />
      </PanelBody>
    </section>
  );
});

const keyOf = ({ delivery_id }: DeliveryView): string => delivery_id;

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly words: readonly T[];
  /** Whose words they are, in the texts. */
  readonly of: 'state' | 'channel' | 'kind';
  readonly onChange: (value: T | undefined) => void;
}

/** A filter that is always in sight. */
function Choice<T extends string>({ label, value, words, of, onChange }: ChoiceProps<T>) {
  const t = useText('page-outbox');
  return (
    <Select<T | ''>
      className={record.choice}
      aria-label={label}
      value={value ?? ''}
      options={[{ value: '', label }, ...words.map((one) => ({ value: one, label: t(`${of}.${one}`) }))]}
      onChange={(one) => onChange(one === '' ? undefined : one)}
    />
  );
}
