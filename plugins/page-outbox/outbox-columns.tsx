import { useMemo } from 'react';
import { type Column, TimeText, useText } from '../../core/ui/index.ts';
import type { DeliveryView } from '../../schemas/wire/outbox.ts';
import styles from './outbox.module.css';

/** What the table says of a letter; where there is little room the subject goes first. */
export function useOutboxColumns(): readonly Column<DeliveryView>[] {
  const t = useText('page-outbox');
  return useMemo(
    () => [
      {
        id: 'time',
        title: t('field.time'),
        width: 134,
        least: 104,
        fixed: true,
        render: ({ created_time }) => <TimeText timeMs={created_time} />,
      },
      { id: 'state', title: t('field.state'), width: 120, least: 92, fixed: true, render: (letter) => <StateText of={letter} /> },
      { id: 'kind', title: t('field.kind'), width: 130, least: 96, yields: 2, render: ({ kind }) => t(`kind.${kind}`) },
      { id: 'channel', title: t('field.channel'), width: 104, least: 80, yields: 3, render: ({ channel }) => t(`channel.${channel}`) },
      {
        id: 'to',
        title: t('field.to'),
        width: 220,
        least: 120,
        render: ({ address }) => (
          <span title={address} translate="no">
            {address}
          </span>
        ),
      },
      {
        id: 'user',
        title: t('field.user'),
        width: 120,
        least: 80,
        yields: 4,
        render: ({ username }) => (username === null ? <span className={styles.quiet}>–</span> : <span translate="no">{username}</span>),
      },
      {
        id: 'subject',
        title: t('field.subject'),
        width: 260,
        least: 120,
        yields: 1,
        render: ({ subject }) => <span title={subject}>{subject}</span>,
      },
    ],
    [t],
  );
}

export function StateText({ of: { state } }: { readonly of: Pick<DeliveryView, 'state'> }) {
  const t = useText('page-outbox');
  return <span className={state === 'FAILED' ? styles.failed : state === 'WAITING' ? undefined : styles.quiet}>{t(`state.${state}`)}</span>;
}
