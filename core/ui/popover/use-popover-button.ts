import { type RefObject, useRef, useState } from 'react';

export interface PopoverButton {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  /** What the button is given; it stays the same element whatever becomes of its popover. */
  readonly trigger: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly 'aria-expanded': boolean;
    readonly onPointerDown: () => void;
    readonly onClick: () => void;
  };
}

/** A button whose clicks open and close a popover, whose code may come later than the click. */
export function usePopoverButton(): PopoverButton {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  return {
    button,
    open,
    setOpen,
    trigger: {
      ref: button,
      'aria-expanded': open,
      // A press outside closes it, and the button is outside: the click must not open it again.
      onPointerDown: () => {
        wasOpen.current = open;
      },
      onClick: () => {
        setOpen(!wasOpen.current);
        wasOpen.current = false;
      },
    },
  };
}
