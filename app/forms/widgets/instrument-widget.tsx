import { Combobox, Option } from '@fluentui/react-components';
import type { WidgetProps } from '@rjsf/utils';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { Icon, LastAndChange } from '../../../core/ui/index.ts';
import { FieldFrame } from '../field-frame.tsx';
import styles from '../forms.module.css';
import { findMarkets, listMarkets, marketTitle } from '../market-search.ts';
import { useField } from '../use-field.ts';

/** A market, found by any words of its name. */
export const InstrumentWidget = observer(function InstrumentWidget(props: WidgetProps) {
  const { scene, label, help, error, hint, fixed, value, change } = useField(props);
  const { markets } = scene.services;
  /** Null: nobody is searching, the chosen market is shown. */
  const [search, setSearch] = useState<string | null>(null);
  const isSearching = search !== null;
  useEffect(() => (isSearching ? (markets.watchTickers() as () => void) : undefined), [isSearching, markets]);
  const id = typeof value === 'string' ? value : '';
  const instrument = markets.instrument(id);
  const listOf = (open: readonly Instrument[]) => listMarkets(open, scene.moreMarkets, (exchange) => markets.exchangeTitle(exchange));
  const chosen = listOf(instrument === null ? [] : [instrument]).find((one) => one.id === id);
  const shown = chosen === undefined ? id : marketTitle(chosen);
  const found = search === null ? [] : findMarkets(listOf(markets.instruments), scene.favourites, search);
  return (
    <FieldFrame label={label} help={help} error={error} hint={hint}>
      {({ id: controlId, describedBy }) => (
        <Combobox
          id={controlId}
          className={styles.combobox}
          size="small"
          freeform
          clearable
          clearIcon={{ title: scene.t('market.clear') }}
          expandIcon={{ 'aria-label': scene.t('market.open') }}
          autoComplete="off"
          placeholder={scene.t('market.search')}
          value={search === null || search === '' ? (search === null ? shown : '') : search}
          selectedOptions={id === '' ? [] : [id]}
          disabled={fixed}
          aria-describedby={describedBy}
          aria-invalid={error !== null}
          onChange={({ target }) => {
            // Of a field that nobody searches in, the market itself was erased.
            if (search === null && target.value === '') change(undefined);
            else setSearch(target.value);
          }}
          onKeyDown={({ key }) => {
            if (search === '' && (key === 'Delete' || key === 'Backspace')) change(undefined);
          }}
          // Typing opens the list too: what was typed stays.
          onOpenChange={(_, { open }) => setSearch((typed) => (open ? (typed ?? '') : null))}
          onOptionSelect={({ type }, { optionValue }) => {
            // Words that are no market's are told as a choice of nothing, like a press on the cross: of these the search goes on.
            if (optionValue === '' || (optionValue === undefined && type !== 'click')) return;
            change(optionValue);
            setSearch(null);
          }}
          onBlur={() => setSearch(null)}
          listbox={{ className: styles.listbox }}
        >
          {found.map((market) => (
            <Option key={market.id} value={market.id} text={marketTitle(market)}>
              <span className={styles.option}>
                {market.pair} <span className={styles.muted}>{market.exchange}</span>
                {scene.favourites.includes(market.id) && <Icon name="star" size={12} />}
                <LastAndChange markets={markets} id={market.id} />
              </span>
            </Option>
          ))}
          {search !== null && found.length === 0 && (
            <Option disabled value="" text={scene.t('market.none')}>
              {scene.t('market.none')}
            </Option>
          )}
        </Combobox>
      )}
    </FieldFrame>
  );
});
