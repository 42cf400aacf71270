import { Component, Fragment, type ReactNode } from 'react';

export interface LeavingGuardProps {
  readonly children: ReactNode;
  /** What is inside, by name; another one starts afresh. */
  readonly of: string;
  /** Shown when what is inside cannot be shown at all. */
  readonly broken: ReactNode;
  readonly onError: (error: unknown) => void;
}

interface GuardState {
  readonly errors: number;
  readonly broken: boolean;
}

/** What throws this often in one place is broken itself. */
const mostErrors = 5;

/**
 * Stands around what comes and goes. Something that throws while it is taken away is past every boundary of its own; without this
 * it would take the whole page along. What is there now is shown anew.
 */
export class LeavingGuard extends Component<LeavingGuardProps, GuardState> {
  override state: GuardState = { errors: 0, broken: false };

  static getDerivedStateFromError(): Partial<GuardState> {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
    this.setState(({ errors }) => ({ errors: errors + 1, broken: errors + 1 >= mostErrors }));
  }

  override componentDidUpdate(before: LeavingGuardProps): void {
    if (before.of !== this.props.of && this.state.broken) this.setState({ errors: 0, broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.broken : <Fragment key={this.state.errors}>{this.props.children}</Fragment>;
  }
}
