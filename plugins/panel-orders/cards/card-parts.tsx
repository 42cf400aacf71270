import type { ReactNode } from 'react';
import { Icon } from '../../../core/ui/index.ts';
import styles from './cards.module.css';

interface CardHeadProps {
  /** What a press does, in words. */
  readonly label: string;
  readonly onOpen: () => void;
  /** At the right end. */
  readonly state: ReactNode;
  readonly children: ReactNode;
}

/** The first line of a card, which opens everything about it. */
export const CardHead = ({ label, onOpen, state, children }: CardHeadProps) => (
  <button type="button" className={styles.head} title={label} onClick={onOpen}>
    <span className={styles.name}>{children}</span>
    <span className={styles.state}>{state}</span>
    <Icon name="chevron" size={12} />
  </button>
);

/** A number with its name above it. */
export const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
