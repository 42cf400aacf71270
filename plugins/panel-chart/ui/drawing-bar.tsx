import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitKey, useText } from '../../../core/ui/index.ts';
import type { ChartStore } from '../chart-store.ts';
import { drawingTools } from '../drawing/catalogue.ts';
import { toolFamilies } from '../drawing/tool.ts';
import { type OverlayContribution, overlayKeyOf } from '../layers/overlay-layer.ts';
import styles from './bars.module.css';
import { Flyout } from './flyout.tsx';
import { icons, PathIcon } from './path-icon.tsx';
import { BarButton } from './top-bar.tsx';

const nineIcon = 'M8 2.500a3 3 0 1 0 0 6 3 3 0 0 0 3-3c0 4-1 6.500-4 8';

interface Choice {
  readonly id: string;
  readonly title: string;
  readonly icon: string;
}

/** The drawing tools by family, and what is done to all drawings at once. */
export const DrawingBar = observer(function DrawingBar({
  store,
  overlays,
}: {
  readonly store: ChartStore;
  readonly overlays: readonly OverlayContribution[];
}) {
  const t = useText('panel-chart');
  const overlayTitle = useOverlayTitle();
  const ranges: readonly Choice[] = overlays
    .filter(({ value }) => value.markRange !== undefined)
    .map((one) => ({ id: overlayKeyOf(one), title: overlayTitle(one), icon: nineIcon }));
  return (
    <div className={styles.side} role="toolbar" aria-label={t('drawing')} aria-orientation="vertical">
      <BarButton label={t('pointer')} icon={icons.pointer} pressed={store.tool === null} onClick={() => store.pickTool(null)} />
      {toolFamilies.map((family) => (
        <ToolFamily
          key={family}
          store={store}
          label={t(`family.${family}`)}
          choices={drawingTools.filter((tool) => tool.family === family).map(({ id, icon }) => ({ id, icon, title: t(`tool.${id}`) }))}
        />
      ))}
      {ranges.length > 0 && <ToolFamily store={store} label={t('family.overlay')} choices={ranges} />}
      <span className={styles.rule} />
      <BarButton label={t('magnet')} icon={icons.magnet} pressed={store.magnet} onClick={store.toggleMagnet} />
      <BarButton
        label={t('lockAll')}
        icon={store.drawingsLocked ? icons.lock : icons.unlock}
        pressed={store.drawingsLocked}
        onClick={store.toggleLock}
      />
      <BarButton
        label={t('hideAll')}
        icon={store.drawingsHidden ? icons.hidden : icons.shown}
        pressed={store.drawingsHidden}
        onClick={store.toggleHidden}
      />
      <BarButton
        label={t('removeAll')}
        icon={icons.trash}
        disabled={store.document.drawings.length === 0}
        onClick={store.removeAllDrawings}
      />
    </div>
  );
});

/** One button for a family of tools: shows the one used last, opens the others. */
const ToolFamily = observer(function ToolFamily({
  store,
  label,
  choices,
}: {
  readonly store: ChartStore;
  readonly label: string;
  readonly choices: readonly Choice[];
}) {
  const [lastId, setLastId] = useState(choices[0]?.id);
  const last = choices.find(({ id }) => id === lastId) ?? choices[0];
  const inHand = choices.some(({ id }) => id === store.tool);
  return (
    <Flyout beside label={label} face={<PathIcon path={last?.icon ?? ''} />} className={inHand ? styles.chosen : styles.button}>
      {(close) => (
        <div className={styles.list}>
          {choices.map(({ id, title, icon }) => (
            <button
              key={id}
              type="button"
              className={styles.item}
              aria-pressed={id === store.tool}
              onClick={() => {
                setLastId(id);
                store.pickTool(id);
                close();
              }}
            >
              <PathIcon path={icon} />
              {title}
            </button>
          ))}
        </div>
      )}
    </Flyout>
  );
});

/** The titles of overlays are texts of the plugins that contribute them. */
export function useOverlayTitle(): (contribution: OverlayContribution) => string {
  const { t } = useTranslation();
  return ({ value }) => {
    const { namespace, key } = splitKey(value.titleKey);
    return t(key, { ns: namespace });
  };
}
