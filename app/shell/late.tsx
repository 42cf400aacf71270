import { observer } from 'mobx-react-lite';
import { Component, createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { PlainButton } from '../../core/ui/buttons/plain-button.tsx';
import { Icon } from '../../core/ui/icon.tsx';
import { MissingCode } from '../../core/ui/states/lazy-part.ts';
import { SteadySuspense } from '../../core/ui/states/steady-suspense.tsx';
import styles from './late.module.css';
import { MissingParts } from './missing-parts.ts';
import { useReplaced } from './missing-plugin.tsx';
import notices from './notices/banner.module.css';

const MissingPartsContext = createContext<MissingParts | null>(null);

interface LateBoundaryProps {
  readonly children: ReactNode;
  /** What it stands around, by name; another one is tried afresh. */
  readonly of: string;
  readonly missing: (retry: () => void) => ReactNode;
}

/** Catches code that could not be loaded, and nothing else. */
class LateBoundary extends Component<LateBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingCode) error.forget();
  }

  override componentDidUpdate(before: LateBoundaryProps): void {
    if (before.of !== this.props.of && this.state.error !== null) this.retry();
  }

  readonly retry = (): void => this.setState({ error: null });

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof MissingCode)) throw error;
    return this.props.missing(this.retry);
  }
}

interface LateProps {
  readonly children: ReactNode;
  /** Keeps its place until it is there. */
  readonly waiting?: ReactNode;
}

/** A menu, dialog or other part around the page's content. When its code cannot be loaded the page stays, and {@link MissingBanner} says so. */
export function Late({ waiting = null, children }: LateProps) {
  const missing = (retry: () => void): ReactNode => <Missing retry={retry}>{waiting}</Missing>;
  return (
    <LateBoundary of="" missing={missing}>
      <SteadySuspense fallback={waiting}>{children}</SteadySuspense>
    </LateBoundary>
  );
}

/** A whole page: when its code cannot be loaded, that stands in its place. */
export function LatePage({ waiting = null, children }: LateProps) {
  const { pathname } = useLocation();
  return (
    <LateBoundary of={pathname} missing={(retry) => <MissingText className={styles.page} retry={retry} />}>
      <SteadySuspense fallback={waiting}>{children}</SteadySuspense>
    </LateBoundary>
  );
}

export function MissingPartsProvider({ children }: { readonly children: ReactNode }) {
  const [parts] = useState(() => new MissingParts());
  return <MissingPartsContext value={parts}>{children}</MissingPartsContext>;
}

function useMissingParts(): MissingParts {
  const parts = useContext(MissingPartsContext);
  if (parts === null) throw new Error('no MissingPartsProvider around this part');
  return parts;
}

function Missing({ retry, children }: { readonly retry: () => void; readonly children: ReactNode }) {
  const parts = useMissingParts();
  useEffect(() => parts.add(retry), [parts, retry]);
  return children;
}

/** One line for all parts that are missing. */
export const MissingBanner = observer(function MissingBanner() {
  const parts = useMissingParts();
  return parts.some ? <MissingText className={notices.banner} retry={parts.retry} /> : null;
});

function MissingText({ className, retry }: { readonly className: string | undefined; readonly retry: () => void }) {
  const { t } = useTranslation('app');
  const replaced = useReplaced();
  return (
    <div className={className} role="status">
      <Icon name="warning" size={14} />
      <span>{t(replaced ? 'missing.replaced' : 'missing.text')}</span>
      {!replaced && <PlainButton onClick={retry}>{t('retry')}</PlainButton>}
      <PlainButton onClick={() => window.location.reload()}>{t('missing.reload')}</PlainButton>
    </div>
  );
}
