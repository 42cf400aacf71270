import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon.tsx';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  /** What stays in sight, beside the arrow. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
  /** Opens or closes it when it changes; between, whoever presses it does. */
  readonly open?: boolean;
  /** Told of presses, for those who remember them. */
  readonly onToggle?: ((open: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly summaryClassName?: string | undefined;
}

/**
 * A part that is folded until somebody wants it. Own and not Fluent's Accordion, which weighs 9 kB. What has never been open is not drawn,
 * and what has been open keeps what was typed in it.
 */
export function Disclosure({ summary, children, open = false, onToggle, className = '', summaryClassName = '' }: DisclosureProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(open);
  const [before, setBefore] = useState(open);
  const [wasOpen, setWasOpen] = useState(open);
  if (before !== open) {
    setBefore(open);
    setOpen(open);
  }
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <div className={className}>
      <button
        type="button"
        className={`${styles.summary} ${summaryClassName}`}
        aria-expanded={isOpen}
        aria-controls={wasOpen ? id : undefined}
        onClick={() => {
          setOpen(!isOpen);
          onToggle?.(!isOpen);
        }}
      >
        <span className={styles.arrow}>
          <Icon name="chevron" size={10} />
        </span>
        {summary}
      </button>
      {wasOpen && (
        <div id={id} className={styles.fold} data-open={isOpen} inert={!isOpen}>
          <div className={styles.inside}>{children}</div>
        </div>
      )}
    </div>
  );
}
