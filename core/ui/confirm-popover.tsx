import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';

export interface ConfirmPopoverProps {
  /** The control that asks, a single button. */
  readonly children: ReactElement;
  readonly title: string;
  /** What will happen. */
  readonly text?: ReactNode;
  /** Says the action, such as "Cancel 3 orders". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
}

/** Popovers are heavy: a panel shows first, and its questions come after it. */
const AskingPopover = lazy(async () => ({ default: (await import('./asking-popover.tsx')).AskingPopover }));

/** Asks at the place of the click before something that cannot be undone. */
export function ConfirmPopover(props: ConfirmPopoverProps) {
  return (
    <Suspense fallback={props.children}>
      <AskingPopover {...props} />
    </Suspense>
  );
}
