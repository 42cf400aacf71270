import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { type LinkGroup, linkGroups } from '../../core/contract/panel.ts';
import type { PanelPlace } from './layout-host.ts';
import styles from './layout-view.module.css';
import type { PanelSlot } from './panel-slot.ts';

const styleOf = (group: LinkGroup): CSSProperties => ({ '--group': `var(--tessera-link-${group})` }) as CSSProperties;
const classOf = (group: LinkGroup, base = ''): string => (group === 'none' ? `${base} ${styles.loose}` : base);

/** The colour of the panel's link group; choosing another ties it to that group's market. */
export const PanelTabDot = observer(function PanelTabDot({ slot, host }: { readonly slot: PanelSlot; readonly host: PanelPlace }) {
  const { t } = useTranslation('app');
  const { linkGroup } = slot.saved;
  const label = t('panel.linkGroup', { group: t(`linkGroup.${linkGroup}`) });
  return (
    <Menu
      checkedValues={{ group: [linkGroup] }}
      onCheckedValueChange={(_, data) => host.update(slot.id, { ...slot.saved, linkGroup: data.checkedItems[0] as LinkGroup })}
    >
      <MenuTrigger disableButtonEnhancement>
        <button type="button" tabIndex={-1} className={styles.dot} style={styleOf(linkGroup)} aria-label={label} title={label}>
          <span className={classOf(linkGroup, styles.point)} />
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {linkGroups.map((group) => (
            <MenuItemRadio
              key={group}
              name="group"
              value={group}
              icon={<span className={classOf(group, styles.choice)} style={styleOf(group)} />}
            >
              {t(`linkGroup.${group}`)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
});
