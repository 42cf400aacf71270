import { Button, Dialog, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Markets } from '../../../core/contract/client-services.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { EmptyState, Icon, LastAndChange, useText } from '../../../core/ui/index.ts';
import { maxCompared } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import styles from './dialogs.module.css';

interface CompareDialogProps {
  readonly store: ChartStore;
  readonly markets: Markets;
  readonly instrument: Instrument;
  readonly onClose: () => void;
}

const maxShown = 100;

/** Chooses the instruments that stand beside this one, in percent. */
export const CompareDialog = observer(function CompareDialog({ store, markets, instrument, onClose }: CompareDialogProps) {
  const t = useText('panel-chart');
  const [search, setSearch] = useState('');
  useEffect(() => markets.watchTickers() as () => void, [markets]);
  const { compared } = store.document;
  const words = search.trim().toLocaleUpperCase();
  const found = markets.instruments
    .filter(({ id, symbol }) => id !== instrument.id && symbol.includes(words))
    .sort((a, b) => Number(compared.includes(b.id)) - Number(compared.includes(a.id)))
    .slice(0, maxShown);
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.narrow}>
        <DialogBody>
          <DialogTitle action={<Button appearance="subtle" icon={<Icon name="close" />} aria-label={t('close')} onClick={onClose} />}>
            {t('compare')}
          </DialogTitle>
          <DialogContent className={styles.column}>
            <input
              className={styles.search}
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <p className={styles.hint}>{t('compare.hint', { count: maxCompared })}</p>
            <div className={styles.scroll}>
              {found.length === 0 && <EmptyState icon="search" text={t('nothingFound')} />}
              {found.map(({ id, symbol, exchange }) => (
                <label key={id} className={styles.row}>
                  <input
                    type="checkbox"
                    checked={compared.includes(id)}
                    disabled={!compared.includes(id) && compared.length >= maxCompared}
                    onChange={(event) => store.setCompared(event.target.checked ? [...compared, id] : compared.filter((one) => one !== id))}
                  />
                  <b>{symbol}</b>
                  <span>{markets.exchangeTitle(exchange)}</span>
                  <div>
                    <LastAndChange markets={markets} id={id} />
                  </div>
                </label>
              ))}
            </div>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
});
