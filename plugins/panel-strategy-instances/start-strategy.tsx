import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { PlainButton, useText } from '../../core/ui/index.ts';
import { formPanel, mayStart } from './panel-links.ts';
import type { Services } from './requires.ts';

interface StartStrategyProps {
  readonly services: Pick<Services, 'strategies' | 'workspace'>;
  readonly inBar?: boolean;
}

/** Leads to the form; not those who have no strategy that they could start there. */
export const StartStrategy = observer(function StartStrategy({ services, inBar = false }: StartStrategyProps) {
  const t = useText('panel-strategy-instances');
  if (!mayStart(services)) return null;
  const open = (): void => services.workspace.openPanel(formPanel);
  if (!inBar) return <PlainButton onClick={open}>{t('running.start')}</PlainButton>;
  return (
    <Button size="small" onClick={open}>
      {t('running.start')}
    </Button>
  );
});
