import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { LockedButton, PlainButton, useText } from '../../core/ui/index.ts';
import { useStartAccess } from '../../core/ui/strategy/use-start-access.ts';
import { formPanel, lockedUntil, mayStart } from './panel-links.ts';
import type { Services } from './requires.ts';

interface StartStrategyProps {
  readonly services: Pick<Services, 'accounts' | 'strategies' | 'workspace'>;
  readonly inBar?: boolean;
}

/** Leads to the form. Those who have no strategy do not see it; whose strategies are all locked sees the level that opens one. */
export const StartStrategy = observer(function StartStrategy({ services, inBar = false }: StartStrategyProps) {
  const t = useText('panel-strategy-instances');
  const access = useStartAccess();
  if (access.outcome === 'absent' || services.strategies.templates.length === 0) return null;
  if (!mayStart(services)) return inBar ? null : <LockedButton minVip={lockedUntil(services)}>{t('running.start')}</LockedButton>;
  const open = (): void => services.workspace.openPanel(formPanel);
  if (!inBar) return <PlainButton onClick={open}>{t('running.start')}</PlainButton>;
  return (
    <Button size="small" onClick={open}>
      {t('running.start')}
    </Button>
  );
});
