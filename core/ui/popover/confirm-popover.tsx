import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../states/lazy-part.ts';
import type { ConfirmAnswersProps } from './confirm-answers.tsx';

export interface ConfirmPopoverProps extends Omit<ConfirmAnswersProps, 'onKeep'> {
  /** The control that asks, a single button. */
  readonly children: ReactElement<{ onClick?: () => void }>;
  readonly title: string;
  /** What will happen. */
  readonly text?: ReactNode;
}

/** Popovers are heavy: a panel shows first, and its questions come after it. */
const AskingPopover = lazyPart(async () => (await import('./asking-popover.tsx')).AskingPopover);

/** Asks at the place of the click before something that cannot be undone. A click before it has come is kept, and asks then. */
export function ConfirmPopover(props: ConfirmPopoverProps) {
  const [wanted, setWanted] = useState(false);
  return (
    <Suspense fallback={cloneElement(props.children, { onClick: () => setWanted(true) })}>
      <AskingPopover {...props} wanted={wanted} />
    </Suspense>
  );
}
