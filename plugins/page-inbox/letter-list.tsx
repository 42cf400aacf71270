import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { Api, Notices } from '../../core/contract/client-services.ts';
import { type LetterKind, type LetterState, letterKinds, letterStates } from '../../core/domain/forms/letter.ts';
import {
  BarSpace,
  type Column,
  DataTable,
  ExportButton,
  FailedState,
  Icon,
  ListEmpty,
  ListFoot,
  PanelBody,
  Select,
  TextInput,
  TimeText,
  useText,
} from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import type { LetterSummaryView } from '../../schemas/wire/inbox.ts';
import styles from './inbox.module.css';
import type { InboxStore } from './inbox-store.ts';
import { stateKeys } from './words.ts';

interface LetterListProps {
  readonly store: InboxStore;
  readonly api: Api;
  readonly notices: Notices;
}

/** All letters, newest first, with what narrows them and the way to take them along. */
export const LetterList = observer(function LetterList({ store, api, notices }: LetterListProps) {
  const t = useText('page-inbox');
  const columns = useColumns();
  const { list } = store;
  const empty =
    list.state === 'failed' ? (
      <FailedState text={t('failed')} onRetry={() => void list.more()} />
    ) : (
      <ListEmpty
        icon="mail"
        text={t('empty')}
        narrowed={store.isNarrowed ? t('narrowed') : null}
        onClear={() => store.narrow({ kind: undefined, state: undefined, search: '' })}
      />
    );
  const bar = (
    <div className={record.filters}>
      <Choice
        label={t('filter.kind')}
        value={store.filter.kind}
        options={letterKinds.map((kind) => [kind, t(`kind.${kind}`)])}
        onChange={(kind) => store.narrow({ kind })}
      />
      <Choice
        label={t('filter.state')}
        value={store.filter.state}
        options={letterStates.map((state) => [state, t(stateKeys[state])])}
        onChange={(state) => store.narrow({ state })}
      />
      <div className={record.search}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search.short')}
          value={store.filter.search ?? ''}
          onChange={(search) => store.narrow({ search })}
        />
      </div>
      <span className={record.total} role="status">
        {list.state === 'loading' ? '' : t('total', { total: store.total })}
      </span>
      <BarSpace />
      <ExportButton
        fileName={t('fileName')}
        download={(options) => api.download('inboxExport', { query: store.filter }, options)}
        onFailure={({ error }) => notices.error(error)}
      />
    </div>
  );
  return (
    <section aria-label={t('title')}>
      <PanelBody bar={bar} foot={list.items.length > 0 && <ListFoot list={list} />}>
        <DataTable<LetterSummaryView>
          label={t('title')}
          rows={list.items}
          columns={columns}
          rowKey={(one) => one.letter_id}
          markedKey={store.openId}
          onActivate={(one) => void store.open(one.letter_id)}
          loading={list.state === 'loading'}
          empty={empty}
        />
      </PanelBody>
    </section>
  );
});

function useColumns(): readonly Column<LetterSummaryView>[] {
  const t = useText('page-inbox');
  return useMemo(
    () => [
      {
        id: 'received',
        title: t('column.received'),
        width: 128,
        least: 100,
        fixed: true,
        render: (one) => <TimeText timeMs={one.received_time} />,
      },
      {
        id: 'sender',
        title: t('column.sender'),
        width: 150,
        least: 90,
        fixed: true,
        render: ({ sender, state }) => (
          <span title={sender} className={state === 'new' ? styles.new : ''}>
            {sender}
          </span>
        ),
      },
      {
        id: 'state',
        title: t('column.state'),
        width: 92,
        least: 80,
        render: ({ state }) => <span className={state === 'new' ? styles.new : styles.quiet}>{t(stateKeys[state])}</span>,
      },
      { id: 'kind', title: t('column.kind'), width: 92, least: 80, render: ({ kind }) => t(`kind.${kind}`) },
      { id: 'email', title: t('column.email'), width: 190, least: 100, render: ({ email }) => <span title={email}>{email}</span> },
      {
        id: 'notes',
        title: t('column.notes'),
        width: 52,
        least: 48,
        align: 'right',
        render: (one) => (one.note_count === 0 ? '' : one.note_count),
      },
      { id: 'file', title: t('column.file'), width: 76, least: 60, render: ({ file }) => file !== null && <FileMark file={file} /> },
    ],
    [t],
  );
}

function FileMark({ file: { name, format, findings } }: { readonly file: NonNullable<LetterSummaryView['file']> }) {
  const t = useText('page-inbox');
  const title = findings.length === 0 ? name : `${name}\n${findings.map((one) => t(`finding.${one}`)).join('\n')}`;
  return (
    <span className={findings.length === 0 ? styles.file : `${styles.file} ${styles.warned}`} title={title}>
      {findings.length > 0 && <Icon name="warning" size={12} />}
      {format.toUpperCase()}
    </span>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T | undefined) => void;
}

/** A filter that is always in sight: there are two of them, and they are what one comes for. */
function Choice<T extends LetterKind | LetterState>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Select<T | ''>
      className={record.choice}
      aria-label={label}
      value={value ?? ''}
      options={[{ value: '', label }, ...options.map(([one, text]) => ({ value: one, label: text }))]}
      onChange={(one) => onChange(one === '' ? undefined : one)}
    />
  );
}
