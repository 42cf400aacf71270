import { observer } from 'mobx-react-lite';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import type { PluginStatus } from '../../core/contract/plugin-sets.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import { formatNumber } from '../../core/domain/numbers/number-text.ts';
import { EmptyState, Skeleton, SteadySuspense, splitKey, useRoleNames, useText } from '../../core/ui/index.ts';
import { AccessCell } from './access-cell.tsx';
import styles from './access-matrix.module.css';
import { CellMenu, type OpenCell } from './cell-menu.tsx';
import { peopleText } from './change-summary.tsx';
import type { PluginsStore } from './plugins-store.ts';

const kindOrder = ['panel', 'page', 'feature', 'strategy', 'venue', 'service', 'role', 'site'] as const;
const byId = (a: PluginStatus, b: PluginStatus): number => (a.id < b.id ? -1 : 1);

/** Every installed plugin and what each role has of it. A cell is changed where it stands; nothing is saved by that. */
export const AccessMatrix = observer(function AccessMatrix({ store }: { readonly store: PluginsStore }) {
  const t = useText('page-admin-plugins');
  const grid = useRef<HTMLTableElement>(null);
  const [open, setOpen] = useState<OpenCell | null>(null);
  const [place, setPlace] = useState<readonly [number, number]>([0, 0]);
  const { roles } = store;
  const roleName = useRoleNames(roles);
  if (store.loading) return <Skeleton rows={14} />;
  if (store.plugins.length === 0) return <EmptyState icon="plugin" text={t('empty')} />;
  const groups = kindOrder
    .map((kind) => ({ kind, plugins: store.plugins.filter((plugin) => plugin.kind === kind).sort(byId) }))
    .filter(({ plugins }) => plugins.length > 0);
  const rows = groups.flatMap(({ plugins }) => plugins);
  const moveTo = (row: number, column: number): void => {
    const next = [Math.max(0, Math.min(rows.length - 1, row)), Math.max(0, Math.min(roles.length - 1, column))] as const;
    setPlace(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.join(' ')}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepsOver(roles.length)[event.key];
    if (step === undefined || !(event.target as HTMLElement).matches('[data-place]')) return;
    event.preventDefault();
    moveTo(place[0] + step[0], place[1] + step[1]);
  };
  return (
    <div className={styles.scroll}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked by arrows is a grid */}
      <table ref={grid} role="grid" className={styles.matrix} aria-label={t('title')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" className={`${styles.plugin} ${styles.corner}`}>
              {t('column.plugin')}
            </th>
            {roles.map((role) => (
              <RoleHead key={role} role={role} name={roleName(role)} store={store} />
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ kind, plugins }) => (
            <Fragment key={kind}>
              <tr>
                <th scope="colgroup" className={styles.group} colSpan={roles.length + 1}>
                  {t(`kinds.${kind}`)}
                </th>
              </tr>
              {plugins.map((plugin) => {
                const row = rows.indexOf(plugin);
                return (
                  <tr key={plugin.id}>
                    <PluginHead plugin={plugin} />
                    {roles.map((role, column) => (
                      <AccessCell
                        key={role}
                        store={store}
                        role={role}
                        roleName={roleName(role)}
                        plugin={plugin.id}
                        place={`${row} ${column}`}
                        isReached={place[0] === row && place[1] === column}
                        onReach={() => setPlace([row, column])}
                        onOpen={(element) => {
                          store.choose(role);
                          setOpen({ plugin: plugin.id, element });
                        }}
                      />
                    ))}
                  </tr>
                );
              })}
            </Fragment>
          ))}
        </tbody>
      </table>
      {open !== null && <CellMenu store={store} open={open} onClose={() => setOpen(null)} />}
    </div>
  );
});

const stepsOver = (columns: number): Readonly<Record<string, readonly [number, number]>> => ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -columns],
  End: [0, columns],
  PageUp: [-10, 0],
  PageDown: [10, 0],
});

interface RoleHeadProps {
  readonly role: Role;
  readonly name: string;
  readonly store: PluginsStore;
}

const RoleHead = observer(function RoleHead({ role, name, store }: RoleHeadProps) {
  const t = useText('page-admin-plugins');
  const isChosen = store.role === role;
  return (
    <th scope="col" className={isChosen ? `${styles.role} ${styles.chosen}` : styles.role}>
      <button type="button" aria-pressed={isChosen} onClick={() => store.choose(role)}>
        <span>{name}</span>
        <span className={styles.people}>{peopleText(t, store.peopleOf(role))}</span>
        {store.isUnsaved(role) && <span className={styles.unsaved}>{t('unsaved.short')}</span>}
      </button>
    </th>
  );
});

/** Name and id; how it is, where that is not well. */
function PluginHead({ plugin }: { readonly plugin: PluginStatus }) {
  const t = useText('page-admin-plugins');
  const { id, title, version, state, reason, setupMs } = plugin;
  const took = setupMs === null ? '' : ` · ${t('column.setup')} ${formatNumber(setupMs, 0)}`;
  return (
    <th scope="row" className={styles.plugin} title={`${id} ${version}${took}${reason === null ? '' : `\n${reason}`}`}>
      <span className={styles.title}>
        <SteadySuspense fallback={null}>
          <PluginText textKey={title} />
        </SteadySuspense>
      </span>
      <span className={styles.id}>{id}</span>
      {state !== 'active' && <span className={styles[state]}>{t(`state.${state}`)}</span>}
      {reason !== null && <span className={styles.reason}>{reason}</span>}
    </th>
  );
}

/** A text of the plugin itself, from its own file. */
function PluginText({ textKey }: { readonly textKey: string }) {
  const { namespace, key } = splitKey(textKey);
  const t = useText(namespace);
  return <>{t(key)}</>;
}
