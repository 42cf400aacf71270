import { Menu, MenuItemCheckbox, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Icon } from '../icon.tsx';
import { type Column, isShown, type TableState } from './column.ts';
import styles from './data-table.module.css';

interface ColumnChooserProps {
  /** What the rows are does not matter here. */
  readonly columns: readonly Column<never>[];
  readonly state: TableState;
  readonly label: string;
  readonly onChange: (shown: Readonly<Record<string, boolean>>) => void;
}

export function ColumnChooser({ columns, state, label, onChange }: ColumnChooserProps) {
  const choosable = columns.filter((column) => column.fixed !== true);
  const checked = choosable.filter((column) => isShown(column, state)).map((column) => column.id);
  return (
    <Menu
      checkedValues={{ columns: checked }}
      onCheckedValueChange={(_, data) =>
        onChange(Object.fromEntries(choosable.map((column) => [column.id, data.checkedItems.includes(column.id)])))
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={styles.chooserButton} aria-label={label} title={label}>
          <Icon name="columns" size={14} />
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {choosable.map((column) => (
            <MenuItemCheckbox key={column.id} name="columns" value={column.id}>
              {column.title}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
