import type { ReactNode } from 'react';
import type { Instance } from '../../core/contract/strategies.ts';
import { Icon, type Translate } from '../../core/ui/index.ts';
import styles from './instances.module.css';
import { refusalOf } from './refusal-text.ts';
import type { Services } from './requires.ts';
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

interface StatusTextProps {
  readonly instance: Instance;
  readonly t: Translate;
  readonly services: Pick<Services, 'texts'>;
}

/** Status with its cause, whether a change is under way, and whether its orders are refused. */
export function StatusText({ instance, t, services }: StatusTextProps) {
  const { status, cause, updating } = instance;
  const refusal = updating ? null : refusalOf(instance, services);
  const shown = refusal === null ? status : 'REFUSED';
  return (
    <span className={styles.status} data-status={shown} title={refusal ?? cause ?? t(`status.${status}.help`)}>
      <span className={styles.dot} aria-hidden="true" />
      {t(`status.${updating ? 'updating' : shown}`)}
    </span>
  );
}
