import type { ReactNode } from 'react';
import type { Instance } from '../../core/contract/strategies.ts';
import { Icon, type Translate } from '../../core/ui/index.ts';
import styles from './instances.module.css';
import type { StrategyTexts } from './use-strategy-texts.ts';

const environmentStyles: Readonly<Record<string, string | undefined>> = { production: styles.production, canary: styles.canary };

/** The icon of an instance's strategy before what it is called. */
export const WithIcon = ({
  strategy,
  texts,
  children,
}: {
  readonly strategy: string;
  readonly texts: StrategyTexts;
  readonly children: ReactNode;
}) => (
  <>
    <span className={styles.icon} title={texts.title(strategy)}>
      <Icon name={texts.icon(strategy)} size={14} />
    </span>
    {children}
  </>
);

/** Where an instance's orders go: real money is filled and loud, everything else only outlined. */
export const EnvironmentBadge = ({ environment, t }: { readonly environment: Instance['environment']; readonly t: Translate }) => (
  <span className={`${styles.badge} ${environmentStyles[environment] ?? ''}`} title={t(`environment.${environment}.help`)}>
    {t(`environment.${environment}`)}
  </span>
);

/** Status with its cause, and whether a change is under way. */
export function StatusText({ instance, t }: { readonly instance: Instance; readonly t: Translate }) {
  const { status, cause, updating } = instance;
  return (
    <span className={styles.status} data-status={status} title={cause ?? t(`status.${status}.help`)}>
      <span className={styles.dot} aria-hidden="true" />
      {t(updating ? 'status.updating' : `status.${status}`)}
    </span>
  );
}
