import { Button, Dialog, DialogBody, DialogContent, DialogSurface, DialogTitle } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { indicators, initialParams } from '../../../core/domain/indicators/catalogue.ts';
import { families, type Indicator } from '../../../core/domain/indicators/indicator.ts';
import { EmptyState, Icon, useText } from '../../../core/ui/index.ts';
import type { ChartStore } from '../chart-store.ts';
import { isShown, type OverlayContribution, overlayKeyOf } from '../layers/overlay-layer.ts';
import styles from './dialogs.module.css';
import { useOverlayTitle } from './drawing-bar.tsx';
import { PlacedIndicators } from './placed-indicators.tsx';

interface IndicatorDialogProps {
  readonly store: ChartStore;
  readonly overlays: readonly OverlayContribution[];
  readonly onClose: () => void;
}

/** The catalogue of indicators with a search, and beside it those on the chart with their parameters. */
export const IndicatorDialog = observer(function IndicatorDialog({ store, overlays, onClose }: IndicatorDialogProps) {
  const t = useText('panel-chart');
  const [search, setSearch] = useState('');
  const [openId, setOpenId] = useState<string | null>(null);
  const words = search.trim().toLocaleLowerCase();
  const fits = ({ id }: Indicator): boolean => `${id} ${t(`indicator.${id}`)}`.toLocaleLowerCase().includes(words);
  const found = indicators.filter(fits);
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.wide}>
        <DialogBody>
          <DialogTitle action={<Button appearance="subtle" icon={<Icon name="close" />} aria-label={t('close')} onClick={onClose} />}>
            {t('indicators')}
          </DialogTitle>
          <DialogContent className={styles.columns}>
            <div className={styles.column}>
              <input
                className={styles.search}
                type="search"
                aria-label={t('search')}
                placeholder={t('search')}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
              <div className={styles.scroll}>
                {found.length === 0 && <EmptyState icon="search" text={t('nothingFound')} />}
                {families.map((family) => {
                  const own = found.filter((one) => one.family === family);
                  if (own.length === 0) return null;
                  return (
                    <section key={family} aria-label={t(`indicators.${family}`)}>
                      <h3 className={styles.heading}>{t(`indicators.${family}`)}</h3>
                      {own.map((definition) => (
                        <button
                          key={definition.id}
                          type="button"
                          className={styles.row}
                          onClick={() => setOpenId(store.addIndicator(definition.id, initialParams(definition)))}
                        >
                          <b>{definition.id}</b>
                          <span>{t(`indicator.${definition.id}`)}</span>
                          <Icon name="add" size={12} />
                        </button>
                      ))}
                    </section>
                  );
                })}
              </div>
            </div>
            <div className={styles.column}>
              <h3 className={styles.heading}>{t('onChart')}</h3>
              <div className={styles.scroll}>
                <PlacedIndicators store={store} openId={openId} onOpen={setOpenId} />
                <OverlaySwitches store={store} overlays={overlays} />
              </div>
            </div>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
});

/** Overlays of other plugins, on or off. */
const OverlaySwitches = observer(function OverlaySwitches({ store, overlays }: Pick<IndicatorDialogProps, 'store' | 'overlays'>) {
  const t = useText('panel-chart');
  const titleOf = useOverlayTitle();
  const attachable = overlays.filter(({ value }) => value.attach !== undefined);
  if (attachable.length === 0) return null;
  return (
    <section aria-label={t('overlays')}>
      <h3 className={styles.heading}>{t('overlays')}</h3>
      {attachable.map((overlay) => (
        <label key={overlayKeyOf(overlay)} className={styles.row}>
          <input
            type="checkbox"
            checked={isShown(overlay, store.document.overlays)}
            onChange={(event) => store.showOverlay(overlayKeyOf(overlay), event.target.checked)}
          />
          <span>{titleOf(overlay)}</span>
        </label>
      ))}
    </section>
  );
});
