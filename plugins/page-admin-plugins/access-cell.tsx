import { observer } from 'mobx-react-lite';
import type { Role } from '../../core/domain/accounts/role.ts';
import { Icon, useText } from '../../core/ui/index.ts';
import styles from './access-matrix.module.css';
import type { PluginsStore } from './plugins-store.ts';
import { choiceOf } from './set-edit.ts';

interface AccessCellProps {
  readonly store: PluginsStore;
  readonly role: Role;
  readonly roleName: string;
  readonly plugin: string;
  /** Row and column, for the arrows. */
  readonly place: string;
  readonly isReached: boolean;
  readonly onReach: () => void;
  readonly onOpen: (element: HTMLElement) => void;
}

/** What one role has of one plugin. Where the plugin itself is not for the role, nothing can be chosen. */
export const AccessCell = observer(function AccessCell(props: AccessCellProps) {
  const { store, role, roleName, plugin, place, isReached, onReach, onOpen } = props;
  const t = useText('page-admin-plugins');
  const access = store.accessOf(role, plugin);
  if (access === null) return <td className={styles.cell} />;
  const isFixed = access.leastVip === null;
  const choice = choiceOf(access);
  const words = isFixed ? t('cell.fixed') : t(`choice.${choice}`);
  const names = [styles.cell, store.role === role ? styles.chosen : '', store.isChanged(role, plugin) ? styles.changed : ''];
  return (
    <td className={names.filter(Boolean).join(' ')}>
      <button
        type="button"
        data-place={place}
        className={isFixed ? styles.fixed : styles[choice]}
        tabIndex={isReached ? 0 : -1}
        aria-disabled={isFixed}
        aria-haspopup={isFixed ? undefined : 'menu'}
        aria-label={t('cell', { role: roleName, plugin, access: words })}
        title={words}
        onFocus={onReach}
        onClick={({ currentTarget }) => {
          if (!isFixed) onOpen(currentTarget);
        }}
      >
        {isFixed ? '·' : choice === 'vip0' ? <Icon name="check" size={14} /> : choice === 'locked' ? <Icon name="lock" size={13} /> : null}
        {choice === 'absent' && !isFixed && '–'}
        {choice.startsWith('vip') && choice !== 'vip0' && t(`choice.${choice}`)}
      </button>
    </td>
  );
});
