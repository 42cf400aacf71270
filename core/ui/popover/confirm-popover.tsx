import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { lazyPart } from '../states/lazy-part.ts';
import { SteadySuspense } from '../states/steady-suspense.tsx';
import type { ConfirmAnswersProps } from './confirm-answers.tsx';
import { type PopoverButton, usePopoverButton } from './use-popover-button.ts';

export interface ConfirmPopoverProps extends Omit<ConfirmAnswersProps, 'onKeep'> {
  /** The control that asks, a single button. */
  readonly children: ReactElement<Partial<PopoverButton['trigger']>>;
  readonly title: string;
  /** What will happen. */
  readonly text?: ReactNode;
}

/** Popovers are heavy: a panel shows first, and its questions come after it. */
const AskingPopover = lazyPart(async () => (await import('./asking-popover.tsx')).AskingPopover);

/** Asks at the place of the click before something that cannot be undone. A click before the question's code has come is kept, and asks then. */
export function ConfirmPopover({ children, ...question }: ConfirmPopoverProps) {
  const { button, open, setOpen, trigger } = usePopoverButton();
  return (
    <>
      {cloneElement(children, { ...trigger, 'aria-haspopup': 'dialog' } as typeof trigger)}
      <SteadySuspense fallback={null}>
        <AskingPopover {...question} button={button} open={open} onOpen={setOpen} />
      </SteadySuspense>
    </>
  );
}
