import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { IconButton, TimeText, useText } from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import type { DeliveryView } from '../../schemas/wire/outbox.ts';
import styles from './outbox.module.css';
import { StateText } from './outbox-columns.tsx';
import type { OutboxStore } from './outbox-store.ts';
import type { Services } from './requires.ts';

interface LetterCardProps {
  readonly letter: DeliveryView;
  readonly store: OutboxStore;
  readonly services: Pick<Services, 'notices' | 'texts'>;
}

/** One letter: what has become of it, its words when they are asked for, and another try. */
export const LetterCard = observer(function LetterCard({ letter, store, services }: LetterCardProps) {
  const t = useText('page-outbox');
  const { notices } = services;
  const isOpen = letter.has_body && letter.state === 'FAILED';
  const retry = async (): Promise<void> => {
    const error = await store.retry();
    if (error === null) notices.show('success', t('retried'));
    else notices.error(error);
  };
  return (
    <aside aria-label={t('letter')}>
      <header className={record.cardHead}>
        <h2>{letter.subject}</h2>
        <IconButton icon="close" label={t('close')} onClick={store.close} />
      </header>
      <dl className={record.facts}>
        <Fact name={t('field.to')}>
          <span translate="no">{letter.address}</span>
        </Fact>
        {letter.username !== null && (
          <Fact name={t('field.user')}>
            <span translate="no">{letter.username}</span>
          </Fact>
        )}
        <Fact name={t('field.state')}>
          <StateText of={letter} />
        </Fact>
        <Fact name={t('field.channel')}>{t(`channel.${letter.channel}`)}</Fact>
        <Fact name={t('field.time')}>
          <TimeText timeMs={letter.created_time} />
        </Fact>
        <Fact name={t('field.expiry')}>
          <TimeText timeMs={letter.expiry_time} />
        </Fact>
        {letter.ended_time !== null && (
          <Fact name={t('field.ended')}>
            <TimeText timeMs={letter.ended_time} />
          </Fact>
        )}
        <Fact name={t('field.tries')}>{letter.tries}</Fact>
        {letter.error !== null && (
          <Fact name={t('field.error')}>
            {t(`error.${letter.error}`)}
            {letter.error_detail !== null && <span translate="no"> ({letter.error_detail})</span>}
          </Fact>
        )}
      </dl>
      <Words letter={letter} store={store} services={services} />
      {isOpen && (
        <Button size="small" disabled={store.retrying} onClick={() => void retry()}>
          {t('retry')}
        </Button>
      )}
    </aside>
  );
});

const Words = observer(function Words({ letter, store, services }: LetterCardProps) {
  const t = useText('page-outbox');
  const { words } = store;
  if (words.kind === 'shown')
    return (
      <section className={styles.words} aria-label={t('words')}>
        <h3>{t('words')}</h3>
        <p translate="no">{words.text}</p>
      </section>
    );
  if (!letter.has_body || words.kind === 'gone') return <p className={styles.quiet}>{t('words.gone')}</p>;
  return (
    <section className={styles.words} aria-label={t('words')}>
      <p className={styles.quiet}>{t('words.hidden')}</p>
      {words.kind === 'failed' && (
        <p role="alert" className={styles.failed}>
          {services.texts.errorText(words.error)}
        </p>
      )}
      <Button size="small" appearance="primary" disabled={words.kind === 'reading'} onClick={() => void store.readWords()}>
        {t('words.show')}
      </Button>
    </section>
  );
});

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
