import { observer } from 'mobx-react-lite';
import type { KeyboardEvent, RefObject } from 'react';
import type { Markets } from '../../core/contract/client-services.ts';
import type { PanelConfig } from '../../core/contract/panel.ts';
import { BarSpace, Icon, IconButton, Select, useText } from '../../core/ui/index.ts';
import styles from './markets-panel.module.css';

interface MarketsBarProps {
  readonly markets: Markets;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onSearchKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly exchange: string;
  readonly onlyFavourites: boolean;
  readonly grouped: boolean;
  readonly updateConfig: (patch: PanelConfig) => void;
}

/** Search and exchange above; all or favourites, and grouping, below. */
export const MarketsBar = observer(function MarketsBar(props: MarketsBarProps) {
  const { markets, searchField, search, onSearch, onSearchKey, exchange, onlyFavourites, grouped, updateConfig } = props;
  const t = useText('panel-markets');
  const exchanges = [...new Set(markets.instruments.map((one) => one.exchange))];
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <label className={styles.search}>
          <Icon name="search" size={14} />
          <input
            ref={searchField}
            value={search}
            placeholder={t('search')}
            aria-label={t('search')}
            title={t('searchHelp')}
            onChange={(event) => onSearch(event.target.value)}
            onKeyDown={onSearchKey}
          />
        </label>
        <Select
          look="bar"
          className={styles.select}
          aria-label={t('exchange')}
          value={exchange}
          disabled={onlyFavourites}
          options={[
            { value: '', label: t('allExchanges') },
            ...exchanges.map((one) => ({ value: one, label: markets.exchangeTitle(one) })),
          ]}
          onChange={(one) => updateConfig({ exchange: one })}
        />
      </div>
      <div className={styles.line}>
        <button type="button" className={styles.tab} aria-pressed={!onlyFavourites} onClick={() => updateConfig({ favourites: false })}>
          {t('all')}
        </button>
        <button type="button" className={styles.tab} aria-pressed={onlyFavourites} onClick={() => updateConfig({ favourites: true })}>
          {t('favourites')}
        </button>
        <BarSpace />
        <IconButton
          icon="list"
          label={t('group')}
          pressed={grouped}
          disabled={onlyFavourites}
          onClick={() => updateConfig({ grouped: !grouped })}
        />
      </div>
    </div>
  );
});
