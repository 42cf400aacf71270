import { Menu, MenuItemCheckbox, MenuList, MenuPopover } from '@fluentui/react-components';
import type { RefObject } from 'react';
import type { ColumnChooserProps } from './column-chooser.tsx';

interface ColumnMenuProps extends ColumnChooserProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The list of columns with their boxes. Closed by a choice or a key, it gives the focus back to the button. */
export function ColumnMenu({ columns, shown, label, onChange, button, open, onOpen }: ColumnMenuProps) {
  const choosable = columns.filter((column) => column.fixed !== true);
  const checked = choosable.flatMap(({ id }) => (shown.includes(id) ? [id] : []));
  return (
    <Menu
      open={open}
      positioning={{ target: button.current, position: 'below', align: 'start' }}
      onOpenChange={(_, { open: opens, type }) => {
        onOpen(opens);
        if (!opens && type !== 'clickOutside') button.current?.focus();
      }}
      checkedValues={{ columns: checked }}
      onCheckedValueChange={(_, { checkedItems }) =>
        onChange(
          Object.fromEntries(
            choosable.flatMap(({ id }) => (checkedItems.includes(id) === checked.includes(id) ? [] : [[id, checkedItems.includes(id)]])),
          ),
        )
      }
    >
      <MenuPopover>
        <MenuList aria-label={label}>
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
