import type { PanelEntry } from '../../../core/kernel/index.ts';
import { splitKey } from '../../../core/ui/text/split-key.ts';
import { type PanelCategory, type PanelPreview, panelCategories } from '../../../schemas/manifest.ts';

/** One panel of the gallery. */
export interface GalleryEntry {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly preview: PanelPreview;
  /** VIP level that opens it; null: it is open. */
  readonly lockedAt: number | null;
}

interface GalleryGroup {
  readonly category: PanelCategory;
  readonly entries: readonly GalleryEntry[];
}

interface GalleryTexts {
  t(namespace: string, key: string): string;
  inEveryLanguage(namespace: string, key: string): readonly string[];
}

/** Panels by category whose name or description, in any language, has every word of the query; locked ones too. */
export function galleryGroups(panels: readonly PanelEntry[], texts: GalleryTexts, query: string): readonly GalleryGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = panels.filter(({ manifest }) => {
    const text = keysOf(manifest)
      .flatMap(({ namespace, key }) => texts.inEveryLanguage(namespace, key))
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return panelCategories
    .map((category) => ({
      category,
      entries: found
        .filter(({ manifest }) => (manifest.category ?? 'other') === category)
        .map((panel) => entryOf(panel, texts))
        .sort((a, b) => a.title.localeCompare(b.title)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The title of one of them in the language of now; null: there is none of that key. */
export function panelTitle(panels: readonly PanelEntry[], texts: Pick<GalleryTexts, 't'>, key: string | null): string | null {
  const panel = panels.find((one) => one.key === key);
  if (panel === undefined) return null;
  const title = splitKey(panel.manifest.title);
  return texts.t(title.namespace, title.key);
}

function entryOf({ key, manifest, decision }: PanelEntry, texts: GalleryTexts): GalleryEntry {
  const [title = '', description = ''] = keysOf(manifest).map((text) => texts.t(text.namespace, text.key));
  return {
    key,
    title,
    description,
    preview: manifest.preview ?? 'table',
    lockedAt: decision.outcome === 'locked' ? decision.minVip : null,
  };
}

const keysOf = ({ title, description }: PanelEntry['manifest']) =>
  (description === undefined ? [title] : [title, description]).map((key) => splitKey(key));
