import { Menu, MenuItemRadio, MenuList, MenuPopover } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useRoleNames, useText } from '../../core/ui/index.ts';
import styles from './access-matrix.module.css';
import type { PluginsStore } from './plugins-store.ts';
import { type AccessChoice, accessChoices, choiceOf, excludingPattern, levelOf, withChoice } from './set-edit.ts';

/** The cell whose menu is open; its role is the one that is edited. */
export interface OpenCell {
  readonly plugin: string;
  readonly element: HTMLElement;
}

interface CellMenuProps {
  readonly store: PluginsStore;
  readonly open: OpenCell;
  readonly onClose: () => void;
}

/** What the role may be given of the plugin: levels below what the plugin itself asks for are not offered. */
export const CellMenu = observer(function CellMenu({ store, open, onClose }: CellMenuProps) {
  const t = useText('page-admin-plugins');
  const roleName = useRoleNames([store.role]);
  const { plugin, element } = open;
  const access = store.accessOf(store.role, plugin);
  if (access === null || access.leastVip === null) return null;
  const least = access.leastVip;
  const pattern = excludingPattern(store.draft, plugin);
  const offered = accessChoices.filter((choice) => (levelOf(choice) ?? least) >= least);
  const choose = (choice: AccessChoice): void => {
    // The level that the plugin asks for by itself needs no word of the set.
    const level = levelOf(choice);
    const { role: _, ...set } = withChoice(store.draft, plugin, level === least ? 'vip0' : choice);
    store.edit(set);
  };
  return (
    <Menu
      open
      positioning={{ target: element, position: 'below', align: 'start' }}
      checkedValues={{ access: [choiceOf(access)] }}
      onCheckedValueChange={(_, { checkedItems: [choice] }) => choose(choice as AccessChoice)}
      onOpenChange={(_, data) => {
        if (data.open) return;
        onClose();
        element.focus();
      }}
    >
      <MenuPopover>
        <MenuList aria-label={t('cell.menu', { role: roleName(store.role), plugin })}>
          {offered.map((choice) => (
            <MenuItemRadio
              key={choice}
              name="access"
              value={choice}
              persistOnClick={false}
              disabled={pattern !== null && choice !== 'absent'}
            >
              {t(`choose.${choice}`)}
            </MenuItemRadio>
          ))}
        </MenuList>
        {pattern !== null && <p className={styles.note}>{t('cell.pattern', { pattern })}</p>}
      </MenuPopover>
    </Menu>
  );
});
