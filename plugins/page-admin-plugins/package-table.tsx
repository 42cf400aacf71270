import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { Notices } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { formatNumber } from '../../core/domain/numbers/number-text.ts';
import {
  type Column,
  ConfirmPopover,
  DataTable,
  EmptyState,
  FailedState,
  type TableState,
  TimeText,
  useRoleNames,
  useText,
} from '../../core/ui/index.ts';
import type { PackageView } from '../../schemas/wire/package.ts';
import { grantLines, rolesIn } from './grant-text.ts';
import styles from './packages.module.css';
import type { PackagesStore } from './packages-store.ts';

const told = toldIn('page-admin-plugins');

interface PackageTableProps {
  readonly store: PackagesStore;
  readonly notices: Notices;
}

/** Installed packages, each with what can be done to it. */
export const PackageTable = observer(function PackageTable({ store, notices }: PackageTableProps) {
  const t = useText('page-admin-plugins');
  const [state, setState] = useState<TableState>({});
  const columns = useMemo<readonly Column<PackageView>[]>(
    () => [
      { id: 'id', title: t('column.plugin'), width: 150, fixed: true, render: (one) => <span title={one.readme}>{one.id}</span> },
      { id: 'version', title: t('column.version'), width: 64, render: ({ version }) => version },
      { id: 'state', title: t('column.state'), width: 80, render: (one) => <StateText one={one} /> },
      // Beside the name: what can be done stays in sight in a narrow panel.
      {
        id: 'act',
        title: t('package.actions'),
        width: 200,
        fixed: true,
        render: (one) => <Actions one={one} store={store} notices={notices} />,
      },
      { id: 'signer', title: t('package.signer'), width: 90, render: (one) => <SignerText one={one} /> },
      { id: 'running', title: t('package.running'), width: 76, align: 'right', render: ({ running }) => running },
      { id: 'kind', title: t('column.kind'), width: 70, render: ({ kind }) => t(`kind.${kind}`) },
      {
        id: 'size',
        title: t('package.sizeColumn'),
        width: 60,
        align: 'right',
        optional: true,
        render: ({ bytes }) => formatNumber(bytes / 1000, 1),
      },
      {
        id: 'hash',
        title: t('package.hash'),
        width: 96,
        optional: true,
        render: ({ hash }) => <code title={hash}>{hash.slice(0, 12)}</code>,
      },
      { id: 'time', title: t('package.time'), width: 120, render: (one) => <TimeText timeMs={one.install_time} /> },
    ],
    [t, store, notices],
  );
  if (store.failed) return <FailedState text={t('package.failed')} onRetry={() => void store.load()} />;
  return (
    <DataTable
      label={t('package.title')}
      rows={store.packages}
      columns={columns}
      rowKey={({ id }) => id}
      state={state}
      onStateChange={setState}
      loading={store.loading}
      empty={<EmptyState icon="plugin" text={t('package.empty')} />}
    />
  );
});

function SignerText({ one: { signer } }: { readonly one: PackageView }) {
  const t = useText('page-admin-plugins');
  if (signer === null) return <span className={styles.disabled}>{t('package.signerNone')}</span>;
  return <span title={signer.public_key}>{signer.name ?? t('package.signerUntrusted')}</span>;
}

function StateText({ one }: { readonly one: PackageView }) {
  const t = useText('page-admin-plugins');
  return (
    <span className={styles[one.state]} title={one.reason ?? ''}>
      {t(`package.state.${one.state}`)}
    </span>
  );
}

const Actions = observer(function Actions({ one, store, notices }: PackageTableProps & { readonly one: PackageView }) {
  const t = useText('page-admin-plugins');
  const { id: name, state, running, strategies } = one;
  const roleName = useRoleNames(rolesIn(one.asks_more));
  const isOff = state === 'disabled';
  const turn = async (): Promise<void> => {
    const off = strategies.length > 0 ? 'package.disabledStrategy' : 'package.disabled';
    if (await store.turn(name, isOff)) notices.show('success', told(isOff ? 'package.enabled' : off, { name }));
  };
  const remove = async (): Promise<void> => {
    if (await store.remove(name)) notices.show('success', told('package.removed', { name }));
  };
  const grant = async (): Promise<void> => {
    if (await store.grant(one)) notices.show('success', told('package.grantedDone', { name }));
  };
  return (
    <span className={styles.actions}>
      {state === 'waiting' && (
        <ConfirmPopover
          title={t('package.grantTitle', { name })}
          text={grantLines(one.asks_more, t, roleName).join(' · ')}
          keepLabel={t('package.grantNot')}
          confirmLabel={t('package.grant')}
          onConfirm={() => void grant()}
        >
          <Button size="small" appearance="subtle" disabled={store.busy}>
            {t('package.grant')}
          </Button>
        </ConfirmPopover>
      )}
      <Button size="small" appearance="subtle" disabled={store.busy} onClick={() => void turn()}>
        {t(isOff ? 'package.enable' : 'package.disable')}
      </Button>
      <ConfirmPopover
        title={t('package.removeTitle', { name })}
        text={running > 0 ? t('package.removeRunning', { count: running }) : t('package.removeText')}
        danger
        keepLabel={t('package.keep')}
        confirmLabel={t('package.remove')}
        onConfirm={() => void remove()}
      >
        <Button size="small" appearance="subtle" disabled={store.busy}>
          {t('package.remove')}
        </Button>
      </ConfirmPopover>
    </span>
  );
});
