import { type ReactNode, useState } from 'react';
import { lazyPart } from '../states/lazy-part.ts';
import { SteadySuspense } from '../states/steady-suspense.tsx';
import { usePopoverButton } from './use-popover-button.ts';

export interface ButtonPopoverProps {
  readonly label: string;
  /** What the button shows. */
  readonly face: ReactNode;
  readonly className?: string | undefined;
  readonly surfaceClassName?: string | undefined;
  readonly disabled?: boolean;
  readonly position?: 'below-start' | 'below-end' | 'after-top';
  /** Contents; `close` after a choice. */
  readonly children: (close: () => void) => ReactNode;
}

const load = () => import('./popover-of-button.tsx');
const PopoverOfButton = lazyPart(async () => (await load()).PopoverOfButton);

/**
 * A button that opens a small surface. A popover costs as much as a small panel, and a chart has a dozen of them: each is made
 * when pointer or focus comes to its button, so that it is there for the click.
 */
export function ButtonPopover({ label, face, className, disabled = false, ...surface }: ButtonPopoverProps) {
  const [wanted, setWanted] = useState(false);
  const { button, open, setOpen, trigger } = usePopoverButton();
  const want = (): void => setWanted(true);
  return (
    <>
      <button
        {...trigger}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        disabled={disabled}
        onPointerEnter={want}
        onFocus={want}
        onClick={() => {
          want();
          trigger.onClick();
        }}
      >
        {face}
      </button>
      {wanted && (
        <SteadySuspense fallback={null}>
          <PopoverOfButton {...surface} label={label} button={button} open={open} onOpen={setOpen} />
        </SteadySuspense>
      )}
    </>
  );
}
