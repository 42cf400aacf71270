import { Component, type ReactNode } from 'react';
import { PlainButton } from '../buttons/plain-button.tsx';
import { Icon } from '../icon.tsx';
import { MissingCode } from './lazy-part.ts';
import styles from './states.module.css';

export interface PanelBoundaryProps {
  readonly children: ReactNode;
  readonly title: string;
  readonly retryLabel: string;
  readonly onError?: (error: unknown) => void;
}

/** A panel that throws shows so in its own place and can be tried again; its neighbours go on. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingCode) error.forget();
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className={styles.failure} role="alert">
        <span className={styles.failureIcon}>
          <Icon name="warning" size={20} />
        </span>
        <span>{this.props.title}</span>
        <span className={styles.failureDetail}>{error.message}</span>
        <PlainButton onClick={() => this.setState({ error: null })}>{this.props.retryLabel}</PlainButton>
      </div>
    );
  }
}
