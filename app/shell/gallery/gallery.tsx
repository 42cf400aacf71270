import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lockedForAll } from '../../../core/kernel/index.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { newPanel } from '../../layout/presets/new-panel.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './gallery.module.css';
import { type GalleryEntry, galleryGroups, panelTitle } from './gallery-entries.ts';
import { galleryId } from './gallery-id.ts';
import { PanelSketch } from './panel-sketch.tsx';

/**
 * Every panel of this user, over the right end of the workspace, which keeps its sizes: a click or Enter adds one next to the panel in use,
 * dragging its picture puts it anywhere. It stays open until something beside it is pressed, since who adds one panel adds three.
 */
export const Gallery = observer(function Gallery({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const { texts, workspace } = services;
  const aside = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  /** Its key and not the sentence, which changes with the language. */
  const [addedKey, setAddedKey] = useState<string | null>(null);
  const [, setLoaded] = useState(false);
  useEffect(() => {
    void texts.loadEveryLanguage().then(() => setLoaded(true));
  }, [texts]);
  useReturningFocus(search);
  usePressOutside(aside, onClose);

  // Read here, so that a new language draws the names anew.
  void texts.language;
  const groups = galleryGroups(kernel.panels, texts, query);
  const added = panelTitle(kernel.panels, texts, addedKey);
  const add = (entry: GalleryEntry | undefined): void => {
    if (entry === undefined || entry.lockedAt !== null) return;
    workspace.openPanel(entry.key);
    setAddedKey(entry.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === search.current) add(groups.flatMap(({ entries }) => entries).find(isOpen));
    else if (step !== undefined) walk(aside.current, step);
    else return;
    event.preventDefault();
  };
  return (
    <aside ref={aside} id={galleryId} className={styles.gallery} role="dialog" aria-label={t('panel.add')} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <Icon name="search" />
        <input
          ref={search}
          className={styles.search}
          value={query}
          placeholder={t('gallery.search')}
          aria-label={t('gallery.search')}
          spellCheck={false}
          data-stop
          onChange={(event) => setQuery(event.target.value)}
        />
        <button type="button" className={styles.close} aria-label={t('close')} title={t('close')} onClick={onClose}>
          <Icon name="close" size={12} />
        </button>
      </div>
      <div className={styles.list}>
        {groups.map(({ category, entries }) => (
          <section key={category} aria-label={t(`category.${category}`)}>
            <h3 className={styles.category}>{t(`category.${category}`)}</h3>
            <div className={styles.cards}>
              {entries.map((entry) => (
                <Card key={entry.key} entry={entry} onAdd={() => add(entry)} />
              ))}
            </div>
          </section>
        ))}
        {groups.length === 0 && <p className={styles.none}>{t('gallery.none')}</p>}
      </div>
      <p className={styles.foot} role="status">
        {added === null ? t('gallery.help') : t('gallery.added', { name: added })}
      </p>
    </aside>
  );
});

interface CardProps {
  readonly entry: GalleryEntry;
  readonly onAdd: () => void;
}

const Card = observer(function Card({ entry, onAdd }: CardProps) {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const { host } = services.frontLayout;
  const id = useId();
  const picture = useRef<HTMLSpanElement>(null);
  const { key, lockedAt } = entry;
  const locked = lockedAt !== null;
  useEffect(() => {
    if (picture.current === null || locked) return;
    return host?.dragSource(picture.current, () => newPanel(kernel, key));
  }, [host, kernel, key, locked]);
  return (
    <button
      type="button"
      className={locked ? `${styles.card} ${styles.locked}` : styles.card}
      aria-disabled={locked}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description ${id}-level`}
      data-stop
      onClick={onAdd}
    >
      <span ref={picture} className={styles.picture}>
        <PanelSketch preview={entry.preview} />
      </span>
      <span className={styles.words}>
        <span id={`${id}-title`} className={styles.title}>
          {entry.title}
        </span>
        <span id={`${id}-description`} className={styles.description}>
          {entry.description}
        </span>
      </span>
      {lockedAt !== null && (
        <span id={`${id}-level`} className={styles.level}>
          <Icon name="lock" size={12} />
          {lockedAt >= lockedForAll ? t('panel.locked') : t('panel.lockedAt', { level: lockedAt })}
        </span>
      )}
    </button>
  );
});

const isOpen = ({ lockedAt }: GalleryEntry): boolean => lockedAt === null;

/** From the search field through the cards, and back. */
function walk(aside: HTMLElement | null, step: number): void {
  const stops = [...(aside?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

/** It gives way to a press beside it, which still does what it is for; its own button closes it itself. */
function usePressOutside(inside: RefObject<HTMLElement | null>, onPress: () => void): void {
  const live = useRef(onPress);
  live.current = onPress;
  useEffect(() => {
    const press = ({ target }: PointerEvent): void => {
      const isOwn = target instanceof Element && target.closest(`[aria-controls="${galleryId}"]`) !== null;
      if (!isOwn && target instanceof Node && inside.current?.contains(target) === false) live.current();
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [inside]);
}

/** Takes the focus when it comes, and hands it back when it goes while it still has it. */
function useReturningFocus(first: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    first.current?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [first]);
}
