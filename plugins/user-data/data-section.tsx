import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { ChoiceField, FailedState, formatDecimal, Skeleton, saveFile, useText } from '../../core/ui/index.ts';
import { PagePart, PageParts } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import styles from './data.module.css';
import { LeavePart } from './leave-part.tsx';
import { OwnDataStore } from './own-data-store.ts';
import type { requires, Services } from './requires.ts';

/** What the house holds of the person: to take along, and to have erased. */
export const Section = observer(function DataSection({ services }: PageProps<typeof requires>) {
  const [store] = useState(() => new OwnDataStore(services.api));
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  if (store.failure !== null && store.state === null)
    return <FailedState text={services.texts.errorText(store.failure)} onRetry={() => void store.load()} />;
  if (store.state === null) return <Skeleton rows={6} />;
  return (
    <PageParts>
      <ExportPart store={store} services={services} />
      <LeavePart state={store.state} store={store} services={services} />
    </PageParts>
  );
});

interface ExportPartProps {
  readonly store: OwnDataStore;
  readonly services: Services;
}

const ExportPart = observer(function ExportPart({ store, services }: ExportPartProps) {
  const t = useText('user-data');
  const take = async (): Promise<void> => {
    const { table } = store;
    const outcome = await store.exported();
    if (outcome === null) return;
    const file = table === '' ? 'data.json' : `${table}.csv`;
    if (outcome.ok) saveFile(outcome.value, `${services.session.user?.username ?? t('file')}-${file}`);
    else services.notices.error(outcome.error);
  };
  return (
    <PagePart label={t('export.title')}>
      <h2>{t('export.title')}</h2>
      <p className={words.quiet}>{t('export.lead')}</p>
      <p className={words.quiet}>{t('export.secrets')}</p>
      <div className={styles.choice}>
        <ChoiceField
          label={t('export.what')}
          value={store.table}
          options={[['', t('export.all')], ...(store.state?.tables ?? []).map((table) => [table, `${table}.csv`] as const)]}
          disabled={store.rows !== null}
          onChange={store.chooseTable}
        />
      </div>
      <div className={styles.buttons}>
        <Button size="small" appearance="primary" disabled={store.rows !== null} onClick={() => void take()}>
          {t('export.take')}
        </Button>
        {store.rows !== null && (
          <Button size="small" onClick={store.stop}>
            {t('export.stop')}
          </Button>
        )}
      </div>
      <p role="status" className={words.quiet}>
        {store.rows === null ? '' : t('export.writing', { rows: formatDecimal(String(store.rows)) })}
      </p>
    </PagePart>
  );
});
