import { observer } from 'mobx-react-lite';
import type { Markets, Workspace } from '../../contract/client-services.ts';
import { PlainButton } from '../buttons/plain-button.tsx';
import type { IconName } from '../icon.tsx';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface NoMarketProps {
  readonly services: { readonly markets: Pick<Markets, 'loading'>; readonly workspace: Pick<Workspace, 'openPanel'> };
  readonly icon: IconName;
  /** What would be shown of a market. */
  readonly text: string;
}

/** A panel without its market: the markets are not here yet, or none is chosen and the list of them is one press away. */
export const NoMarket = observer(function NoMarket({ services: { markets, workspace }, icon, text }: NoMarketProps) {
  const t = useText('ui');
  const list = useServices().panelOf('market-list');
  if (markets.loading) return <Skeleton />;
  const show = list === null ? undefined : <PlainButton onClick={() => workspace.openPanel(list)}>{t('market.show')}</PlainButton>;
  return <EmptyState icon={icon} text={text} action={show} />;
});
