import { Popover, PopoverSurface } from '@fluentui/react-components';
import type { RefObject } from 'react';
import type { ButtonPopoverProps } from './button-popover.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface PopoverOfButtonProps extends Pick<ButtonPopoverProps, 'label' | 'surfaceClassName' | 'position' | 'children'> {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** What a button opens. Closed, it gives the focus back to the button, unless something else was clicked. */
export function PopoverOfButton({
  button,
  label,
  surfaceClassName,
  position = 'below-start',
  open,
  onOpen,
  children,
}: PopoverOfButtonProps) {
  useFocusBack(button, open);
  const [place = 'below', align = 'start'] = position.split('-') as ['below' | 'after', 'start' | 'end' | 'top'];
  return (
    <Popover
      open={open}
      onOpenChange={(_, data) => onOpen(data.open)}
      positioning={{ target: button.current, position: place, align }}
      trapFocus
      size="small"
    >
      <PopoverSurface aria-label={label} className={surfaceClassName}>
        {open && children(() => onOpen(false))}
      </PopoverSurface>
    </Popover>
  );
}
