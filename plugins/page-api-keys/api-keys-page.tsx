import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { toldIn } from '../../core/contract/notices.ts';
import type { PageProps } from '../../core/contract/plugin.ts';
import { EmptyState, FailedState, PageHead, Skeleton, useText } from '../../core/ui/index.ts';
import { maxApiKeys } from '../../schemas/wire/api-key.ts';
import styles from './api-keys.module.css';
import { KeyForm } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';
import { KeysStore } from './keys-store.ts';
import { MadeKey } from './made-key.tsx';
import type { requires } from './requires.ts';

const told = toldIn('page-api-keys');

/** Keys for the user's scripts: made here, shown once, ended here. */
export const Page = observer(function ApiKeysPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-api-keys');
  const { api, notices, texts } = services;
  const [store] = useState(() => new KeysStore(api, notices));
  const [adding, setAdding] = useState(false);
  useEffect(() => void store.load(), [store]);
  const isFull = store.keys.length >= maxApiKeys;
  const add = (
    <Button
      size="small"
      appearance="primary"
      disabled={isFull || adding}
      title={isFull ? t('full', { limit: maxApiKeys }) : ''}
      onClick={() => setAdding(true)}
    >
      {t('add')}
    </Button>
  );
  const list = (
    <ul className={styles.list} aria-label={t('title')}>
      {store.keys.map((key) => (
        <KeyRow key={key.keyId} apiKey={key} store={store} onRevoked={() => notices.show('success', told('revoked', { name: key.name }))} />
      ))}
    </ul>
  );
  const content = store.loading ? (
    <Skeleton rows={3} />
  ) : store.failed ? (
    <FailedState text={t('failed')} onRetry={() => void store.load()} />
  ) : store.keys.length > 0 ? (
    list
  ) : (
    !adding && <EmptyState icon="key" text={t('empty')} action={add} />
  );
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        lead={
          <>
            {t('lead')} <a href="/docs">{t('docs')}</a>
          </>
        }
      >
        {store.keys.length > 0 && add}
      </PageHead>
      {store.made !== null && <MadeKey made={store.made} onDone={store.forget} />}
      {adding && <KeyForm store={store} errorText={(error) => texts.errorText(error)} onDone={() => setAdding(false)} />}
      {content}
    </div>
  );
});
