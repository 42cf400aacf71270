import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Workspace } from '../../../core/contract/client-services.ts';
import type { InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { type Interval, intervals } from '../../../core/domain/markets/interval.ts';
import { Icon, Select, useText } from '../../../core/ui/index.ts';
import { type Scale, scales } from '../chart-document.ts';
import type { ChartStore } from '../chart-store.ts';
import styles from './bars.module.css';
import { Flyout } from './flyout.tsx';
import { icons, PathIcon } from './path-icon.tsx';

interface TopBarProps {
  readonly store: ChartStore | null;
  readonly workspace: Workspace;
  readonly instrumentId: InstrumentId;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
  /** Whether the chart goes in time with others of its link group; null without others. */
  readonly link: boolean | null;
  readonly onLink: (follow: boolean) => void;
  readonly onDialog: (dialog: 'indicators' | 'compare') => void;
  readonly onNewest: () => void;
  readonly onPicture: (use: 'download' | 'copy') => void;
  /** Controls of overlays. */
  readonly children?: ReactNode;
}

/** Charts that a window can be opened with; the address takes any number up to 16. */
const windows = [1, 2, 4, 6, 9, 16] as const;
const windowOf = (id: InstrumentId, count: number): string =>
  count === 1 ? `/exkchart?q=${encodeURIComponent(id)}` : `/exmutiplykchart?s=${encodeURIComponent(id)}&num=${count}`;

/** Intervals, indicators, scale and what is done with the chart as a whole. */
export const TopBar = observer(function TopBar({
  store,
  workspace,
  instrumentId,
  interval,
  onInterval,
  children,
  ...actions
}: TopBarProps) {
  const t = useText('panel-chart');
  const { affixedIntervals } = workspace.dashboard;
  const shown = intervals.filter((one) => affixedIntervals.includes(one) || one === interval);
  return (
    <div className={styles.top}>
      <div role="radiogroup" aria-label={t('interval')} style={{ display: 'contents' }}>
        {shown.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a row of buttons reads and works as radio buttons here
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === interval}
            className={`${styles.interval} ${one === interval ? styles.chosen : styles.button}`}
            onClick={() => onInterval(one)}
          >
            {one}
          </button>
        ))}
      </div>
      <IntervalMenu workspace={workspace} interval={interval} onInterval={onInterval} />
      <span className={styles.rule} />
      <button
        type="button"
        className={styles.button}
        title={t('indicators')}
        disabled={store === null}
        onClick={() => actions.onDialog('indicators')}
      >
        <PathIcon path={icons.indicators} />
        <span className={styles.word}>{t('indicators')}</span>
      </button>
      <button
        type="button"
        className={styles.button}
        title={t('compare')}
        disabled={store === null}
        onClick={() => actions.onDialog('compare')}
      >
        <PathIcon path={icons.compare} />
        <span className={styles.word}>{t('compare')}</span>
      </button>
      <Select<Scale>
        look="bar"
        className={styles.select}
        aria-label={t('scale')}
        title={t('scale')}
        disabled={store === null}
        value={store?.document.scale ?? 'normal'}
        options={scales.map((scale) => ({ value: scale, label: t(`scale.${scale}`) }))}
        onChange={(scale) => store?.setScale(scale)}
      />
      <span className={styles.space} />
      {children}
      <span className={styles.wide}>
        <BarButton label={t('undo')} icon={icons.undo} disabled={(store?.undoCount ?? 0) === 0} onClick={() => store?.undo()} />
        <BarButton label={t('redo')} icon={icons.redo} disabled={(store?.redoCount ?? 0) === 0} onClick={() => store?.redo()} />
      </span>
      {actions.link !== null && (
        <BarButton label={t('followTime')} icon={icons.link} pressed={actions.link} onClick={() => actions.onLink(actions.link !== true)} />
      )}
      <BarButton label={t('newest')} icon={icons.newest} onClick={actions.onNewest} />
      <span className={styles.wide}>
        <Flyout label={t('windows')} face={<Icon name="grid" size={14} />}>
          {(close) => (
            <div className={styles.list}>
              {windows.map((count) => (
                <a key={count} className={styles.item} href={windowOf(instrumentId, count)} target="_blank" rel="noopener" onClick={close}>
                  {t('windows.open', { count })}
                </a>
              ))}
            </div>
          )}
        </Flyout>
      </span>
      <Flyout label={t('picture')} face={<PathIcon path={icons.camera} />}>
        {(close) => (
          <div className={styles.list}>
            {(['download', 'copy'] as const).map((use) => (
              <button
                key={use}
                type="button"
                className={styles.item}
                onClick={() => {
                  close();
                  actions.onPicture(use);
                }}
              >
                {t(`picture.${use}`)}
              </button>
            ))}
          </div>
        )}
      </Flyout>
    </div>
  );
});

/** All intervals; the star keeps one in the bar. */
const IntervalMenu = observer(function IntervalMenu({
  workspace,
  interval,
  onInterval,
}: Pick<TopBarProps, 'workspace' | 'interval' | 'onInterval'>) {
  const t = useText('panel-chart');
  const { affixedIntervals } = workspace.dashboard;
  const toggle = (one: Interval): void => {
    const kept = affixedIntervals.includes(one) ? affixedIntervals.filter((other) => other !== one) : [...affixedIntervals, one];
    workspace.setDashboard({ affixedIntervals: intervals.filter((other) => kept.includes(other)) });
  };
  return (
    <Flyout label={t('intervals')} face={<Icon name="chevron" size={12} />}>
      {(close) => (
        <div className={styles.list}>
          {intervals.map((one) => (
            <div key={one} className={styles.line}>
              <button
                type="button"
                className={styles.item}
                aria-pressed={one === interval}
                onClick={() => {
                  close();
                  onInterval(one);
                }}
              >
                {t(`interval.${one}`)}
              </button>
              <button
                type="button"
                className={affixedIntervals.includes(one) ? styles.starred : styles.star}
                aria-pressed={affixedIntervals.includes(one)}
                aria-label={t('affix', { interval: one })}
                title={t('affix', { interval: one })}
                onClick={() => toggle(one)}
              >
                <Icon name="star" size={14} />
              </button>
            </div>
          ))}
        </div>
      )}
    </Flyout>
  );
});

interface BarButtonProps {
  readonly label: string;
  readonly icon: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Present: the button switches something on and off. */
  readonly pressed?: boolean;
}

export function BarButton({ label, icon, onClick, disabled = false, pressed }: BarButtonProps) {
  return (
    <button
      type="button"
      className={pressed === true ? styles.chosen : styles.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <PathIcon path={icon} />
    </button>
  );
}
