import { observer } from 'mobx-react-lite';
import { Suspense, useMemo, useState } from 'react';
import { type Column, DataTable, EmptyState, splitKey, type TableState, useText } from '../../core/ui/index.ts';
import type { PluginStatusView } from '../../schemas/wire/workspace.ts';
import styles from './plugins-page.module.css';
import type { PluginsStore } from './plugins-store.ts';
import { effectOn } from './set-effect.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const stateOrder = ['failed', 'disabled', 'locked', 'absent', 'active'];

/** Every installed plugin, how it is, and what the edited set makes of it. */
export const PluginTable = observer(function PluginTable({ store }: { readonly store: PluginsStore }) {
  const t = useText('page-admin-plugins');
  const [state, setState] = useState<TableState>({ order: { column: 'state', direction: 'ascending' } });
  const { draft } = store;
  const columns = useMemo<readonly Column<PluginStatusView>[]>(
    () => [
      {
        id: 'id',
        title: t('column.plugin'),
        width: 170,
        fixed: true,
        render: (plugin) => plugin.id,
        compare: (a, b) => byText(a.id, b.id),
      },
      {
        id: 'title',
        title: t('column.title'),
        width: 150,
        render: (plugin) => (
          <Suspense fallback={null}>
            <PluginText textKey={plugin.title} />
          </Suspense>
        ),
      },
      {
        id: 'kind',
        title: t('column.kind'),
        width: 70,
        render: (plugin) => t(`kind.${plugin.kind}`),
        compare: (a, b) => byText(a.kind, b.kind),
      },
      { id: 'version', title: t('column.version'), width: 64, render: (plugin) => plugin.version },
      {
        id: 'state',
        title: t('column.state'),
        width: 90,
        render: (plugin) => <span className={styles[plugin.state]}>{t(`state.${plugin.state}`)}</span>,
        compare: (a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state),
      },
      {
        id: 'effect',
        title: t('column.effect', { role: t(`role.${draft.role}`) }),
        width: 110,
        render: (plugin) => {
          const effect = effectOn(draft, plugin.id);
          return (
            <span className={styles[effect.kind]}>{t(`effect.${effect.kind}`, effect.kind === 'vip' ? { level: effect.level } : {})}</span>
          );
        },
        compare: (a, b) => byText(effectOn(draft, a.id).kind, effectOn(draft, b.id).kind),
      },
      { id: 'reason', title: t('column.reason'), width: 220, render: (plugin) => <span title={plugin.reason ?? ''}>{plugin.reason}</span> },
      {
        id: 'setup',
        title: t('column.setup'),
        width: 70,
        align: 'right',
        optional: true,
        render: (plugin) => plugin.setup_ms?.toFixed(0),
        compare: (a, b) => (a.setup_ms ?? 0) - (b.setup_ms ?? 0),
      },
    ],
    [t, draft],
  );
  return (
    <DataTable
      label={t('title')}
      rows={store.plugins}
      columns={columns}
      rowKey={(plugin) => plugin.id}
      state={state}
      onStateChange={setState}
      loading={store.loading}
      empty={<EmptyState icon="plugin" text={t('empty')} />}
    />
  );
});

/** A text of the plugin itself, from its own file. */
function PluginText({ textKey }: { readonly textKey: string }) {
  const { namespace, key } = splitKey(textKey);
  const t = useText(namespace);
  return <>{t(key)}</>;
}
