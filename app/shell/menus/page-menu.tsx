import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { splitKey } from '../../../core/ui/text/split-key.ts';
import styles from './side-menu.module.css';
import type { MenuPage } from './side-menu.tsx';

interface PageMenuProps {
  readonly pages: readonly MenuPage[];
  readonly label: string;
  readonly current: 'page' | undefined;
  readonly children: ReactNode;
}

/** Pages of a group of the side menu that has more than one. */
export function PageMenu({ pages, label, current, children }: PageMenuProps) {
  const { i18n } = useTranslation('app');
  const navigate = useNavigate();
  const titleOf = ({ titleKey }: MenuPage): string => {
    if (titleKey === null) return label;
    const { namespace, key } = splitKey(titleKey);
    return i18n.t(key, { ns: namespace });
  };
  return (
    <Menu positioning="after-top">
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={styles.sideItem} aria-current={current}>
          {children}
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {pages.map((page) => (
            <MenuItem key={page.path} onClick={() => void navigate(page.path)}>
              {titleOf(page)}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
