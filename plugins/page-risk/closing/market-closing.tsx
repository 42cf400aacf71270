import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../../core/ui/dialog/form-dialog.tsx';
import { Select, useText } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import type { RiskStore } from '../risk-store.ts';
import { CloseDialog } from './close-dialog.tsx';
import type { CloseChoice } from './closing-store.ts';

interface MarketClosingProps {
  readonly store: RiskStore;
  readonly services: Services;
  readonly onClose: () => void;
}

/** Asks in which market everybody's positions are closed. */
export const MarketClosing = observer(function MarketClosing({ store, services, onClose }: MarketClosingProps) {
  const t = useText('page-risk');
  const [market, setMarket] = useState('');
  const [isChosen, setChosen] = useState(false);
  const targets = useMemo<readonly CloseChoice[]>(() => [{ about: 'market', instrument: market }], [market]);
  if (isChosen) return <CloseDialog {...{ targets, store, services, onClose }} />;
  return (
    <FormDialog
      title={t('close.market')}
      onSubmit={() => market !== '' && setChosen(true)}
      onClose={onClose}
      actions={
        <>
          <Button size="small" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button size="small" appearance="primary" type="submit" disabled={market === ''}>
            {t('close.look')}
          </Button>
        </>
      }
    >
      <p>{t('close.market.text')}</p>
      <Select
        aria-label={t('market.choice')}
        placeholder={t('market.choice')}
        value={market}
        options={services.markets.instruments.map(({ id }) => ({ value: id, label: id }))}
        onChange={setMarket}
      />
    </FormDialog>
  );
});
