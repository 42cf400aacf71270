import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyPart } from '../states/lazy-part.ts';

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
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const want = (): void => setWanted(true);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={open}
        title={label}
        disabled={disabled}
        onPointerEnter={want}
        onFocus={want}
        // A press outside closes it, and the button is outside: the click must not open it again.
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={() => {
          want();
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        {face}
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <PopoverOfButton {...surface} label={label} button={button} open={open} onOpen={setOpen} />
        </Suspense>
      )}
    </>
  );
}
