import { Menu, MenuDivider, MenuGroup, MenuGroupHeader, MenuItemRadio, MenuList, MenuPopover } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type CSSProperties, useEffect, useState } from 'react';
import { type LinkGroup, linkGroups } from '../../core/contract/panel.ts';
import { useText } from '../../core/ui/text/use-text.ts';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import type { PanelPlace } from './layout-host.ts';
import styles from './layout-view.module.css';
import type { PanelSlot } from './panel-slot.ts';

const styleOf = (group: LinkGroup): CSSProperties => ({ '--group': `var(--tessera-link-${group})` }) as CSSProperties;
const classOf = (group: LinkGroup, base = ''): string => (group === 'none' ? `${base} ${styles.loose}` : base);

/**
 * The colour of the panel's link group; choosing another ties it to that group's market and account, and the group's account is chosen
 * here too. It stands inside a tab, where no control may be: keyboards open it by the tab's menu key, screen readers hear it with the tab.
 */
export const PanelTabDot = observer(function PanelTabDot({ slot, host }: { readonly slot: PanelSlot; readonly host: PanelPlace }) {
  const t = useText('app');
  const { apiAccounts } = useWorkbench().services.accounts;
  // A menu costs as much as a small panel: none is made before it is opened.
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const [dot, setDot] = useState<HTMLElement | null>(null);
  const { linkGroup } = slot.saved;
  const linkedId = linkGroup === 'none' ? undefined : host.accounts[linkGroup];
  const linked = apiAccounts.find(({ apiId }) => apiId === linkedId);
  const group = t('panel.linkGroup', { group: t(`linkGroup.${linkGroup}`) });
  const label = linked === undefined ? group : t('panel.linkedAccount', { group, account: linked.name });
  const tab = dot?.closest<HTMLElement>('[role=tab]');
  useEffect(() => tab?.setAttribute('aria-description', label), [tab, label]);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the tab has the keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tab has the keys */}
      <span
        ref={setDot}
        className={styles.dot}
        style={styleOf(linkGroup)}
        title={label}
        onClick={() => {
          setWanted(true);
          setOpen(!open);
        }}
      >
        <span className={`${classOf(linkGroup, styles.point)} ${linked === undefined ? '' : styles.tied}`} />
      </span>
      {wanted && (
        <Menu
          open={open}
          positioning={{ target: dot, position: 'below', align: 'start' }}
          onOpenChange={(_, data) => {
            setOpen(data.open);
            if (!data.open) tab?.focus();
          }}
          checkedValues={{ group: [linkGroup], account: [String(linked?.apiId ?? '')] }}
          onCheckedValueChange={(_, { name, checkedItems: [chosen = ''] }) => {
            if (name === 'group') host.update(slot.id, { ...slot.saved, linkGroup: chosen as LinkGroup });
            else host.linkAccount(linkGroup, chosen === '' ? null : Number(chosen));
          }}
        >
          <MenuPopover>
            <MenuList aria-label={label}>
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
              {linkGroup !== 'none' && apiAccounts.length > 0 && (
                <>
                  <MenuDivider />
                  <MenuGroup>
                    <MenuGroupHeader>{t('panel.groupAccount')}</MenuGroupHeader>
                    <MenuItemRadio name="account" value="">
                      {t('panel.allAccounts')}
                    </MenuItemRadio>
                    {apiAccounts.map(({ apiId, name }) => (
                      <MenuItemRadio key={apiId} name="account" value={String(apiId)}>
                        {name}
                      </MenuItemRadio>
                    ))}
                  </MenuGroup>
                </>
              )}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
    </>
  );
});
